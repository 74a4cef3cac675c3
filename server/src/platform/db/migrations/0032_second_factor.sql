-- Second factors of an account: authenticator apps (TOTP, RFC 6238) and passkeys (WebAuthn).
create table second_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- TOTP: the encrypted secret, and the last time step whose code was accepted. An older or equal step is a replay.
  secret text,
  last_step bigint,
  -- Passkey: the identifier of the credential, its COSE public key, its signature counter and how to reach it.
  credential_id text constraint second_factors_credential_key unique,
  public_key bytea,
  counter bigint,
  transports text[],
  constraint second_factors_complete check (
    case kind
      when 'totp' then num_nulls(secret, last_step) = 0 and num_nonnulls(credential_id, public_key, counter, transports) = 0
      else num_nulls(credential_id, public_key, counter, transports) = 0 and num_nonnulls(secret, last_step) = 0
    end
  )
);
create index second_factors_by_user on second_factors (user_id);

-- One-time codes for people who have lost their factors, as SHA-256 hashes: each has 120 bits of entropy.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in that waits for its second factor, or a factor that is being added. The token is kept as its hash.
create table second_factor_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'add_totp', 'add_passkey')),
  token_hash bytea not null unique,
  -- The challenge that the authenticator signs.
  webauthn_challenge text,
  -- The encrypted secret of the authenticator app that is being added.
  secret text,
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index second_factor_challenges_by_user on second_factor_challenges (user_id);
create index second_factor_challenges_by_expiry on second_factor_challenges (expires_at);
