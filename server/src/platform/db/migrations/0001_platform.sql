create extension if not exists citext;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Keeps history unchanged, also by the owner of the table.
create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;

-- A constraint cannot compare with the old row: the columns that the trigger names keep their values.
create function reject_change_of_columns() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(tg_argv) c where to_jsonb(new) -> c is distinct from to_jsonb(old) -> c) then
    raise exception 'a row of % keeps its %', tg_table_name, array_to_string(tg_argv, ', ')
      using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
  end if;
  return new;
end $$;

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null, actor_id uuid, action text not null, subject_type text not null, subject_id text not null,
  before jsonb, after jsonb
);
create index audit_log_by_subject on audit_log (subject_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_on_board on audit_log (actor_id, action) where subject_type in ('post', 'response');
create index audit_log_by_time on audit_log (at);

-- Where an entry of the audit log came from. Deleted after 90 days and with the actor; the entry itself stays.
create table audit_origins (
  audit_id bigint primary key references audit_log (id), request_id text,
  -- Pseudonyms (keyed hashes) of the network, and of the email address of a sign-in, a sign-up or a reset.
  network text,
  email text
);
create index audit_origins_by_network on audit_origins (network, audit_id desc);

-- Written in the transaction of the request itself, so that a second one with the same key waits for the first.
create table idempotency_keys (
  scope text not null, key text not null, call text not null, request_hash text not null, status integer, reply text,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Token buckets of all processes. `tat`: when the bucket is full again, in milliseconds since 1970. Losing them is harmless.
create unlogged table rate_limits (key text primary key, tat double precision not null);
create index rate_limits_by_tat on rate_limits (tat);

-- Keys that all processes must share and nobody chooses: made once, by whichever needs them first.
create table shared_keys (name text primary key, value jsonb not null, created_at timestamptz not null);

-- Files that an upload is storing and that no row refers to yet. Clean-up leaves them until the claim expires.
create table file_claims (
  id uuid not null default gen_random_uuid(), key text not null, expires_at timestamptz not null,
  primary key (id, key)
);
create index file_claims_key on file_claims (key);
create index file_claims_expires_at on file_claims (expires_at);

-- Of former members and of deleted sign-ups the audit log erases names, the reasons they wrote, and origins.
create function reject_change_except_erasure() returns trigger language plpgsql as $$
declare
  erasable constant text[] := array['reason', 'network', 'device', 'user_agent']
    || case old.subject_type when 'user' then array['username', 'account_number', 'email', 'phone_number'] else '{}' end;
begin
  if (new.id, new.at, new.actor_id, new.action, new.subject_type, new.subject_id)
      is not distinct from (old.id, old.at, old.actor_id, old.action, old.subject_type, old.subject_id)
    and new.before is not distinct from old.before - erasable and new.after is not distinct from old.after - erasable
    and (
      exists (select from users where left_at is not null and id::text in (old.subject_id, old.actor_id::text))
      or (old.subject_type = 'user' and not exists (select from users where id::text = old.subject_id))
    ) then
    return new;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function reject_change_except_erasure();

-- Runs with the rights of its owner, because the server's role may only add entries. The trigger above checks each row.
create function erase_from_audit_log(member uuid) returns void language plpgsql security definer as $$
declare
  own_keys constant text[] := array['reason', 'network', 'device', 'user_agent'];
  naming_keys constant text[] := array['username', 'account_number', 'email', 'phone_number'] || own_keys;
begin
  update audit_log set before = before - naming_keys, after = after - naming_keys
    where subject_id = member::text and subject_type = 'user' and (before ?| naming_keys or after ?| naming_keys);
  update audit_log set before = before - own_keys, after = after - own_keys
    where actor_id = member and subject_type <> 'user' and (before ?| own_keys or after ?| own_keys);
end $$;
revoke execute on function erase_from_audit_log(uuid) from public;
-- Temporary tables come last in the path. Otherwise one named audit_log would run its triggers with the rights of the owner.
do $$ begin
  execute format('alter function erase_from_audit_log(uuid) set search_path = %I, pg_temp', current_schema());
end $$;
