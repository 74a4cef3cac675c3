-- A stored photo: re-encoded, without metadata, named in the file store by the hash of its bytes and kept once,
-- however many analyses show it.
create table photos (
  id uuid primary key default gen_random_uuid(),
  hash text not null constraint photos_one_per_content unique check (hash ~ '^[0-9a-f]{64}$'),
  -- Of the photo as it was uploaded, upright.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);

-- One answer to one upload. The model's own finding and the farmer's crop stand side by side: what is told of them is
-- settled when it is read, in the reader's language.
create table analyses (
  id uuid primary key default gen_random_uuid(),
  farmer_id uuid not null references users (id),
  photo_id uuid not null references photos (id),
  -- Of the bytes as they were uploaded: the same bytes are found again, and get the same answer.
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  uploaded_at timestamptz not null,
  crop_type text check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS')),
  rust_class text not null check (rust_class in ('common_rust', 'healthy', 'other_disease')),
  confidence double precision not null check (confidence between 0 and 1),
  common_rust double precision not null check (common_rust between 0 and 1),
  healthy double precision not null check (healthy between 0 and 1),
  other_disease double precision not null check (other_disease between 0 and 1),
  disease text,
  crop text,
  verdict text not null check (verdict in ('confident', 'uncertain')),
  affected_area double precision check (affected_area between 0 and 1),
  heatmap_hash text check (heatmap_hash ~ '^[0-9a-f]{64}$'),
  model_version text not null check (model_version <> ''),
  constraint analyses_probabilities_add_up check (abs(common_rust + healthy + other_disease - 1) < 0.001),
  constraint analyses_healthy_leaf_has_no_disease check (rust_class <> 'healthy' or disease is null)
);
create index analyses_history on analyses (farmer_id, uploaded_at desc, id desc);
create index analyses_history_by_class on analyses (farmer_id, rust_class, uploaded_at desc, id desc);
create index analyses_by_source on analyses (source_hash, model_version);
create index analyses_by_photo on analyses (photo_id);
create index analyses_by_heatmap on analyses (heatmap_hash) where heatmap_hash is not null;

-- How many analyses a user has, by month and class, kept by the transaction that adds one: the dashboard and the length
-- of the history are read from a few rows, however many analyses there are.
create table analysis_tallies (
  user_id uuid not null references users (id),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  rust_class text not null check (rust_class in ('common_rust', 'healthy', 'other_disease')),
  count integer not null check (count > 0),
  primary key (user_id, month, rust_class)
);
