-- Files that an upload is storing and that no row refers to yet. Clean-up leaves them alone until the claim expires.
create table file_claims (
  id uuid not null default gen_random_uuid(),
  key text not null,
  expires_at timestamptz not null,
  primary key (id, key)
);
create index file_claims_key on file_claims (key);
create index file_claims_expires_at on file_claims (expires_at);
