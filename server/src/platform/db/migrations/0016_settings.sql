-- Where a person's clock stands; null for the product's own zone. Which names there are only the time zone data know.
alter table users add column time_zone text
  constraint users_time_zone_is_a_name check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$' and length(time_zone) <= 60);

-- The devices of a person, the last used first.
create index sessions_of_user_by_use on sessions (user_id, last_used_at, id) where revoked_at is null;
drop index sessions_by_user;

-- All that is a person's own, put together by a job. One a person: a new one takes the place of the last.
create table data_exports (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint check (bytes > 0),
  photos integer check (photos >= 0),
  -- Beyond what one file may hold; their rows are in it all the same.
  photos_left_out integer check (photos_left_out >= 0),
  check ((ready_at is null) = (expires_at is null)),
  check ((ready_at is null) = (bytes is null)),
  check ((ready_at is null) = (photos is null)),
  check ((ready_at is null) = (photos_left_out is null)),
  check (expires_at > ready_at)
);
create index data_exports_by_expiry on data_exports (expires_at) where expires_at is not null;
