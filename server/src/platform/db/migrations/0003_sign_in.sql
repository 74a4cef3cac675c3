-- Codes of four digits, each bound to a long token: the hash of the token, and the hash of the code keyed with the token.
create table one_time_codes (
  id uuid primary key, user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'activate_account')), token_hash bytea not null unique,
  code_hash bytea not null, is_resend boolean not null, sent_at timestamptz not null, expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5), used_at timestamptz, voided_at timestamptz
);
create unique index one_time_codes_one_live on one_time_codes (user_id, purpose) where voided_at is null;
create index one_time_codes_by_user on one_time_codes (user_id, sent_at);
create index one_time_codes_by_expiry on one_time_codes (expires_at);

create table password_resets (
  id uuid primary key, user_id uuid not null references users on delete cascade, token_hash bytea not null unique,
  expires_at timestamptz not null, used_at timestamptz,
  -- Where a reset was requested: the hash of a network or a known device; null for an admin.
  source_hash bytea,
  is_known_device boolean not null default false
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- Per address and source (a network, a known device, or all unknown devices), so that one source cannot lock out the others.
create table sign_in_failures (
  email_hash bytea not null, source_hash bytea not null, failures integer not null check (failures > 0),
  first_at timestamptz not null,
  primary key (email_hash, source_hash)
);
create index sign_in_failures_by_age on sign_in_failures (first_at);

create table sessions (
  id uuid primary key, user_id uuid not null references users on delete cascade, user_agent text not null,
  created_at timestamptz not null, last_used_at timestamptz not null, revoked_at timestamptz,
  -- When the password was last typed in again, for calls that must not be open to a stolen session.
  password_confirmed_at timestamptz,
  -- However often it is refreshed. Hours, because a day's length depends on the time zone of the connection.
  constraint sessions_end_after_90_days check (last_used_at < created_at + interval '2160 hours')
);
create index sessions_by_use on sessions (last_used_at);
create index sessions_of_user_by_use on sessions (user_id, last_used_at, id) where revoked_at is null;

-- Each token is used once and names its successor, so that a stolen copy is noticed.
create table refresh_tokens (
  id uuid primary key, session_id uuid not null references sessions on delete cascade, token_hash bytea not null unique,
  issued_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz,
  -- Checked at commit: the old token must be used up before its successor may exist.
  replaced_by uuid unique references refresh_tokens deferrable initially deferred,
  check ((used_at is null) = (replaced_by is null))
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

-- Second factors of an account: authenticator apps (TOTP, RFC 6238) and passkeys (WebAuthn).
create table second_factors (
  id uuid primary key, user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')), name text not null, created_at timestamptz not null,
  last_used_at timestamptz,
  -- TOTP: the encrypted secret, and the last time step whose code was accepted. An older or equal step is a replay.
  secret text, last_step bigint,
  -- Passkey: the identifier of the credential, its COSE public key, its signature counter and how to reach it.
  credential_id text constraint second_factors_credential_key unique,
  public_key bytea, counter bigint, transports text[],
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
  user_id uuid not null references users on delete cascade, code_hash bytea not null, created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table second_factor_challenges (
  id uuid primary key, user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'add_totp', 'add_passkey')), token_hash bytea not null unique,
  webauthn_challenge text, secret text, tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz
);
create index second_factor_challenges_by_user on second_factor_challenges (user_id);
create index second_factor_challenges_by_expiry on second_factor_challenges (expires_at);

-- Confirmed with a link to the new address, undone with a link to the old one. Tokens are stored as hashes.
create table email_changes (
  id uuid primary key, user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)), token_hash bytea not null unique,
  requested_at timestamptz not null, expires_at timestamptz not null, voided_at timestamptz, confirmed_at timestamptz,
  undo_token_hash bytea unique, undo_until timestamptz, undone_at timestamptz,
  check (old_email <> new_email),
  check (confirmed_at is null or voided_at is null),
  check ((confirmed_at is null) = (undo_token_hash is null) and (confirmed_at is null) = (undo_until is null)),
  check (undone_at is null or confirmed_at is not null)
);
create unique index email_changes_one_pending on email_changes (user_id) where confirmed_at is null and voided_at is null;
create index email_changes_by_user on email_changes (user_id, requested_at);
create index email_changes_by_expiry on email_changes (expires_at);
create index email_changes_reserved on email_changes (old_email) where confirmed_at is not null and undone_at is null;

create trigger revoked_sessions_are_published after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function publish_revocation('session:');
create trigger deleted_sessions_are_published after delete on sessions for each row
  when (old.revoked_at is null) execute function publish_revocation('session:');

-- After the statement, so that it sees a change that committed while the unique index made this one wait.
create function require_unreserved_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from email_changes
    where old_email = new.email and user_id <> new.id and confirmed_at is not null and undone_at is null
  ) then
    raise exception 'the email address is reserved for its former user'
      using errcode = 'unique_violation', constraint = 'users_email_key', table = 'users';
  end if;
  return null;
end $$;
create trigger users_email_is_not_reserved after insert or update of email on users
  for each row execute function require_unreserved_email();
