-- Wrong passwords in a row for one e-mail, from whatever address they came. Kept by the hash of what was typed, so
-- that an e-mail without an account is counted alike and strangers' e-mails are not collected.
create table sign_in_failures (
  email_hash bytea primary key,
  failures integer not null check (failures > 0),
  first_at timestamptz not null
);
create index sign_in_failures_by_age on sign_in_failures (first_at);
