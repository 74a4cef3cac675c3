-- The district of a farm, by its code in packages/places. Farmers choose it; it is optional.
alter table farmer_profiles add column district text;
alter table farmer_profiles add constraint farmer_profiles_district_is_a_code
  check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$') not valid;

-- The district that the farmer had when the photo was sent. No finer place of a photo is stored.
alter table analyses add column district text;
alter table analyses add constraint analyses_district_is_a_code
  check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$') not valid;
