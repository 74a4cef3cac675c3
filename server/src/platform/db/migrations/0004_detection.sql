-- A re-encoded photo without metadata, kept once per content.
create table photos (
  id uuid primary key default gen_random_uuid(),
  hash text not null constraint photos_one_per_content unique check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0), height integer not null check (height > 0),
  bytes integer not null check (bytes > 0), created_at timestamptz not null
);

-- One upload. The columns hold the model's own finding; advice is added when it is read, in the reader's language.
create table analyses (
  id uuid primary key default gen_random_uuid(), farmer_id uuid not null references users (id),
  photo_id uuid not null references photos (id),
  -- Of the bytes as they were uploaded: the same bytes are found again, and get the same answer.
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'), uploaded_at timestamptz not null,
  -- Of what the photo looks like: similar photos differ in few bits, and count once in a district and week.
  fingerprint bigint not null,
  -- As the farmer stated or later corrected it. `OTHER` is a crop that the model does not know.
  crop_type text constraint analyses_crop_type_is_known check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS', 'OTHER')),
  rust_class text not null check (rust_class in ('common_rust', 'healthy', 'other_disease')),
  confidence double precision not null check (confidence between 0 and 1),
  common_rust double precision not null check (common_rust between 0 and 1),
  healthy double precision not null check (healthy between 0 and 1),
  other_disease double precision not null check (other_disease between 0 and 1), disease text, crop text,
  verdict text not null check (verdict in ('confident', 'uncertain')),
  affected_area double precision check (affected_area between 0 and 1),
  -- The affected spots, from which the heat map is drawn on demand. Their hash names the picture in links.
  heatmap bytea, model_version text not null check (model_version <> ''),
  -- Empty for a good photo. For a plant, the warnings of all its photos.
  quality text[] not null default '{}'
    constraint analyses_quality_is_known check (quality <@ array['too_small', 'too_dark', 'too_bright', 'too_blurred']),
  band text not null constraint analyses_band_is_known check (band in ('confident', 'likely', 'uncertain', 'unfamiliar')),
  -- The model's own estimate of the crop, independent of the stated one.
  crop_estimate text, crop_probability double precision,
  -- float32 in little-endian order [views, C], and the network that computed them. Those of a plant are with its photos.
  view_embeddings bytea, network_version text, corrected_at timestamptz,
  -- That of the farmer's first photo of the week, or else the one of the farm. No finer place of a photo is stored.
  district text constraint analyses_district_is_a_code check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  candidates jsonb not null default '[]'
    constraint analyses_candidates_are_few check (jsonb_typeof(candidates) = 'array' and jsonb_array_length(candidates) <= 6),
  answers jsonb not null default '[]'
    constraint analyses_answers_are_few check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) <= 3),
  -- A photo counts for the week in which it was taken; null counts as the time of arrival.
  taken_at timestamptz,
  -- Photos of the same plant, by the farmer's word, have the same value. Null: nobody has said.
  plant_id uuid,
  constraint analyses_plant_has_one_farmer_and_crop
    exclude using gist (plant_id with =, (farmer_id::text || coalesce(crop_type, upper(crop), '')) with <>)
    where (plant_id is not null),
  constraint analyses_probabilities_add_up check (abs(common_rust + healthy + other_disease - 1) < 0.001),
  constraint analyses_healthy_leaf_has_no_disease check (rust_class <> 'healthy' or disease is null),
  -- A post may only show an analysis of its own farmer: the pair is what it refers to.
  constraint analyses_of_their_farmer unique (id, farmer_id),
  constraint analyses_band_and_verdict_agree check ((band = 'confident') = (verdict = 'confident')),
  constraint analyses_crop_estimate_is_complete
    check (num_nulls(crop_estimate, crop_probability) in (0, 2) and crop_probability between 0 and 1),
  constraint analyses_embeddings_name_their_network check (view_embeddings is null or network_version is not null)
);
-- The photos of a week. Rows come in the order of their time, so a summary of each block is enough.
create index analyses_by_time on analyses using brin (uploaded_at);
create index analyses_of_district on analyses (district, uploaded_at) where district is not null;
create index analyses_history on analyses (farmer_id, uploaded_at desc, id desc);
create index analyses_history_by_class on analyses (farmer_id, rust_class, uploaded_at desc, id desc) include (band, verdict);
create index analyses_by_source on analyses (source_hash, model_version);
create index analyses_by_photo on analyses (photo_id);
create index analyses_by_heatmap on analyses (sha256(heatmap)) where heatmap is not null;

-- Photos of one plant in upload order, each with the model's own answer, or none if it shows no leaf. A single photo has no rows.
create table analysis_photos (
  id uuid primary key default gen_random_uuid(), analysis_id uuid not null references analyses (id),
  position smallint not null check (position between 1 and 6), photo_id uuid references photos (id),
  heatmap bytea,
  rust_class text check (rust_class in ('common_rust', 'healthy', 'other_disease')),
  confidence double precision check (confidence between 0 and 1),
  verdict text check (verdict in ('confident', 'uncertain')),
  band text constraint analysis_photos_band_is_known check (band in ('confident', 'likely', 'uncertain', 'unfamiliar')),
  quality text[] not null default '{}'
    constraint analysis_photos_quality_is_known check (quality <@ array['too_small', 'too_dark', 'too_bright', 'too_blurred']),
  view_embeddings bytea,
  constraint analysis_photos_one_per_position unique (analysis_id, position),
  constraint analysis_photos_leaf_has_an_answer check (num_nulls(photo_id, rust_class, confidence, verdict) in (0, 4)),
  constraint analysis_photos_heatmap_is_of_a_leaf check (heatmap is null or photo_id is not null),
  constraint analysis_photos_band_and_verdict_agree check ((band = 'confident') = (verdict = 'confident'))
);
create index analysis_photos_by_photo on analysis_photos (photo_id) where photo_id is not null;
create index analysis_photos_by_heatmap on analysis_photos (sha256(heatmap)) where heatmap is not null;

-- From the newest answer about the crop. The reminder deletes the row.
create table follow_ups (
  farmer_id uuid not null references users (id),
  -- '' for an answer without a crop.
  crop text not null check (crop ~ '^[a-z]*$'),
  analysis_id uuid not null references analyses (id) on delete cascade, due_at timestamptz not null,
  primary key (farmer_id, crop)
);
create unique index follow_ups_one_for_an_analysis on follow_ups (analysis_id);
create index follow_ups_by_time on follow_ups (due_at);
