-- What each farmer's photos of a week add to the counts of a district: at most one row for a disease, however many photos
-- show it, and one row with an empty disease for having photographed the crop.
create table farmer_reports (
  farmer_id uuid not null references users (id),
  week date not null check (extract(isodow from week) = 1),
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]*$'),
  strength text not null check (strength in ('confirmed', 'confident', 'likely', 'photographed')),
  primary key (farmer_id, week, district, crop, disease),
  constraint farmer_reports_name_a_disease check ((disease = '') = (strength = 'photographed'))
);

-- Number of farmers of farmer_reports in each cell. Kept in the transaction that changes a farmer's reports.
create table district_reports (
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]*$'),
  week date not null check (extract(isodow from week) = 1),
  strength text not null check (strength in ('confirmed', 'confident', 'likely', 'photographed')),
  farmers integer not null check (farmers >= 0),
  primary key (district, crop, disease, week, strength),
  constraint district_reports_name_a_disease check ((disease = '') = (strength = 'photographed'))
);
-- The map of a week, over all districts.
create index district_reports_by_week on district_reports (week, crop, disease);
