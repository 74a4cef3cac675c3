-- The photo of a person: small enough to travel with the user record, so that it needs no file of its own.
create table user_photos (
  user_id uuid primary key references users (id) on delete cascade,
  jpeg bytea not null check (octet_length(jpeg) between 1 and 32768),
  changed_at timestamptz not null
);
