create extension if not exists citext;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Who did what to which thing, and how it stood before and after. Rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_subject on audit_log (subject_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- The first answer to a request that carried an Idempotency-Key. The row is written in the transaction of the
-- request itself, so a second one with the same key waits for the first and then reads its answer.
create table idempotency_keys (
  scope text not null,
  key text not null,
  call text not null,
  request_hash text not null,
  status integer,
  reply text,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counters of rate limits (rate-limiter-flexible's own shape), shared by all processes. Losing them in a crash is harmless.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);
