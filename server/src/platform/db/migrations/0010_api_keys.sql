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

create trigger api_keys_only_end before update on api_keys for each row execute function reject_change_of_columns(
  'public_id', 'key_hash', 'name', 'contact', 'scopes', 'countries', 'created_by', 'created_at', 'expires_at'
);
create trigger api_keys_end_once before update on api_keys for each row
  when (old.revoked_at is not null) execute function reject_change_of_columns('revoked_at', 'revoked_by');
