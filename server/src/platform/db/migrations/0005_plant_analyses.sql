-- The photos of an analysis of several photos of one plant, in the order they were sent, each with the model's own answer.
-- One of no leaf is named and took no part: nothing of it is kept. An analysis of a single photo has no rows here.
create table analysis_photos (
  id uuid primary key default gen_random_uuid(),
  analysis_id uuid not null references analyses (id),
  position smallint not null check (position between 1 and 6),
  photo_id uuid references photos (id),
  heatmap_hash text check (heatmap_hash ~ '^[0-9a-f]{64}$'),
  rust_class text check (rust_class in ('common_rust', 'healthy', 'other_disease')),
  confidence double precision check (confidence between 0 and 1),
  verdict text check (verdict in ('confident', 'uncertain')),
  constraint analysis_photos_one_per_position unique (analysis_id, position),
  constraint analysis_photos_leaf_has_an_answer check (num_nulls(photo_id, rust_class, confidence, verdict) in (0, 4)),
  constraint analysis_photos_heatmap_is_of_a_leaf check (heatmap_hash is null or photo_id is not null)
);
create index analysis_photos_by_photo on analysis_photos (photo_id) where photo_id is not null;
create index analysis_photos_by_heatmap on analysis_photos (heatmap_hash) where heatmap_hash is not null;
