-- Wrong passwords are counted per email address and source (a network, a known device, or all strangers together), so
-- that one source cannot lock out the others. Counting starts again.
delete from sign_in_failures;
alter table sign_in_failures
  add column source_hash bytea not null,
  drop constraint sign_in_failures_pkey,
  add primary key (email_hash, source_hash);

-- Where a reset was requested: the hash of a network or a known device; null for an admin and for older rows.
alter table password_resets
  add column source_hash bytea,
  add column is_known_device boolean not null default false;
