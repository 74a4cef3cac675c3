create table api_keys (
  id uuid primary key default gen_random_uuid(),
  -- The start of the key, by which lists and logs name it.
  public_id text not null constraint api_keys_public_id unique check (public_id ~ '^kutu_[0-9a-f]{12}$'),
  -- SHA-256 of the whole key, of which 256 bits are random.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  name text not null check (char_length(name) between 1 and 80),
  contact text not null check (char_length(contact) between 3 and 254),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['counts', 'trends', 'warnings']),
  countries text[] check (cardinality(countries) > 0 and countries <@ array['UG', 'KE', 'TZ', 'RW', 'BI', 'ET']),
  created_by uuid not null references users (id), created_at timestamptz not null, expires_at timestamptz not null,
  revoked_by uuid references users (id), revoked_at timestamptz, last_used_at timestamptz,
  constraint api_keys_end check (expires_at > created_at and expires_at <= created_at + interval '367 days'),
  constraint api_keys_revoked_by_somebody check ((revoked_by is null) = (revoked_at is null))
);
create index api_keys_by_creation on api_keys (created_at desc, id);

create function reject_api_key_change() returns trigger language plpgsql as $$
begin
  if (new.public_id, new.key_hash, new.name, new.contact, new.scopes, new.countries, new.created_by, new.created_at, new.expires_at)
      is distinct from
      (old.public_id, old.key_hash, old.name, old.contact, old.scopes, old.countries, old.created_by, old.created_at, old.expires_at)
    or (old.revoked_at is not null and (new.revoked_at, new.revoked_by) is distinct from (old.revoked_at, old.revoked_by)) then
    raise exception 'API key % does not change', old.public_id
      using errcode = 'check_violation', constraint = 'api_keys_only_end', table = 'api_keys';
  end if;
  return new;
end $$;
create trigger api_keys_only_end before update on api_keys for each row execute function reject_api_key_change();
