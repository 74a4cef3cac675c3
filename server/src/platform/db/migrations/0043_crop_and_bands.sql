-- The crop is evidence for the answer, and the farmer may correct it afterwards: the answer is then computed again from the
-- stored embeddings. `OTHER` is a crop that the model does not know.
alter table analyses drop constraint analyses_crop_type_check;
alter table analyses add constraint analyses_crop_type_is_known
  check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS', 'OTHER')) not valid;

-- Null in rows of earlier releases, whose band is their verdict.
alter table analyses add column band text;
alter table analyses add constraint analyses_band_is_known
  check (band in ('confident', 'likely', 'uncertain', 'unfamiliar')) not valid;
alter table analyses add constraint analyses_band_and_verdict_agree
  check ((band = 'confident') = (verdict = 'confident')) not valid;

-- The model's own estimate of the crop, independent of the stated one.
alter table analyses add column crop_estimate text;
alter table analyses add column crop_probability double precision;
alter table analyses add constraint analyses_crop_estimate_is_complete
  check (num_nulls(crop_estimate, crop_probability) in (0, 2) and crop_probability between 0 and 1) not valid;

-- Embeddings of the views of a photo, float32 in little-endian order [views, C], and the network that computed them. Those
-- of a plant are with its photos.
alter table analyses add column view_embeddings bytea;
alter table analyses add column network_version text;
alter table analyses add constraint analyses_embeddings_name_their_network
  check (view_embeddings is null or network_version is not null) not valid;

-- When the answer was last computed again because the farmer corrected the crop.
alter table analyses add column corrected_at timestamptz;

alter table analysis_photos add column band text;
alter table analysis_photos add constraint analysis_photos_band_is_known
  check (band in ('confident', 'likely', 'uncertain', 'unfamiliar')) not valid;
alter table analysis_photos add constraint analysis_photos_band_and_verdict_agree
  check ((band = 'confident') = (verdict = 'confident')) not valid;
alter table analysis_photos add column view_embeddings bytea;
