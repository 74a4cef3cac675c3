create sequence account_numbers start 100001;

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users_email_key unique check (email = lower(email)),
  username text not null,
  -- The username without its case and compatibility forms: what has to be unique.
  username_key text not null constraint users_username_key unique,
  password_hash text not null,
  role text not null check (role in ('farmer', 'expert', 'admin')),
  language text not null check (language in ('en', 'sw', 'lg')),
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{3,16}$'),
  account_number text not null constraint users_account_number_key unique,
  approval text check (approval in ('waiting', 'approved', 'declined')),
  points integer not null default 0 check (points >= 0),
  email_verified_at timestamptz,
  activated_at timestamptz check (activated_at is null or email_verified_at is not null),
  deactivated_at timestamptz,
  created_at timestamptz not null,
  check ((role = 'expert') = (approval is not null))
);
create index users_by_approval on users (approval, created_at, id) where approval is not null;

create table farmer_profiles (
  user_id uuid primary key references users on delete cascade,
  farm_location text not null,
  farm_size double precision check (farm_size > 0),
  crop_types text[] not null
);

create table expert_profiles (
  user_id uuid primary key references users on delete cascade,
  areas_of_expertise text[] not null,
  certifications text[] not null,
  bio text not null,
  experience_years integer not null check (experience_years between 0 and 80),
  institution text not null,
  languages_spoken text[] not null,
  social_links text[] not null,
  -- Name, address, institution and areas in lower case, for the search of the admin screen.
  search_text text not null
);
create index expert_profiles_by_search on expert_profiles using gin (search_text gin_trgm_ops);

-- What Complete Profile adds to an account.
create table personal_details (
  user_id uuid primary key references users on delete cascade,
  customer_type text not null,
  id_type text not null check (id_type in ('NATIONAL_ID', 'PASSPORT')),
  id_number text not null,
  organisation_name text not null,
  first_name text not null,
  middle_name text not null,
  last_name text not null,
  gender text not null check (gender in ('MALE', 'FEMALE')),
  physical_address text not null,
  nationality text not null,
  dob date not null,
  occupation text not null,
  completed_at timestamptz not null
);

-- Codes of four digits, each bound to a long token. Neither is kept: the token as its hash, the code as a hash keyed with the token.
create table one_time_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'activate_account')),
  token_hash bytea not null unique,
  code_hash bytea not null,
  is_resend boolean not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  voided_at timestamptz
);
create unique index one_time_codes_one_live on one_time_codes (user_id, purpose) where voided_at is null;
create index one_time_codes_by_user on one_time_codes (user_id, sent_at);
create index one_time_codes_by_expiry on one_time_codes (expires_at);

create table password_resets (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- One sign-in and all the refresh tokens that descend from it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;
create index sessions_by_use on sessions (last_used_at);

create table refresh_tokens (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null unique,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Checked at commit: the old token must be used up before its successor may exist.
  replaced_by uuid unique references refresh_tokens deferrable initially deferred,
  check ((used_at is null) = (replaced_by is null))
);
create unique index refresh_tokens_one_live on refresh_tokens (session_id) where used_at is null;
create index refresh_tokens_by_session on refresh_tokens (session_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
