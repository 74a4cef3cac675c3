-- When a farmer should look at the plants of a crop again, from the newest answer about that crop. The reminder deletes the row.
create table next_looks (
  farmer_id uuid not null references users (id),
  -- '' for an answer without a crop.
  crop text not null check (crop ~ '^[a-z]*$'),
  analysis_id uuid not null references analyses (id) on delete cascade,
  due_at timestamptz not null,
  primary key (farmer_id, crop)
);
create unique index next_looks_one_for_an_analysis on next_looks (analysis_id);
create index next_looks_by_time on next_looks (due_at);
