create sequence account_numbers start 100001;

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users_email_key unique check (email = lower(email)), username text not null,
  -- The username without its case and compatibility forms: what has to be unique.
  username_key text not null constraint users_username_key unique,
  password_hash text not null, role text not null check (role in ('farmer', 'expert', 'admin')),
  language text not null check (language in ('en', 'sw', 'lg')),
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{3,16}$'),
  account_number text not null constraint users_account_number_key unique,
  approval text check (approval in ('waiting', 'approved', 'declined')),
  points integer not null default 0 check (points >= 0), email_verified_at timestamptz,
  activated_at timestamptz check (activated_at is null or email_verified_at is not null),
  deactivated_at timestamptz, created_at timestamptz not null,
  -- Null for the product's own zone.
  time_zone text constraint users_time_zone_is_a_name
    check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$' and length(time_zone) <= 60),
  -- The account is closed until this day, and then erased. The row stays, as that of a former member, for posts and comments.
  leaves_at timestamptz,
  -- False once an admin has closed the account as well.
  returns_by_sign_in boolean not null default false, left_at timestamptz,
  -- Set while an account has a generated password, which must be changed at the first sign-in and ends at this time.
  initial_password_expires_at timestamptz,
  check ((role = 'expert') = (approval is not null)),
  -- A slot is an expert's and a booking a farmer's: the pair of id and role is what they refer to.
  constraint users_with_their_role unique (id, role),
  constraint users_leave_a_closed_account check (leaves_at is null or deactivated_at is not null),
  constraint users_return_while_leaving check (not returns_by_sign_in or leaves_at is not null),
  constraint users_former_are_nobody check (left_at is null or (
    deactivated_at is not null and leaves_at is null and password_hash = '' and phone_number is null and time_zone is null
    and language = 'en' and email = 'former-' || id::text || '@kutu.invalid' and username = 'former-' || id::text
    and username_key = username and account_number = username
  ))
);
create index users_by_approval on users (approval, created_at, id) where approval is not null;
create index users_by_username_part on users using gin (username_key gin_trgm_ops);
create index users_by_email_part on users using gin (email gin_trgm_ops);
create index users_by_phone_part on users using gin (phone_number gin_trgm_ops);
create index users_by_age on users (created_at, id) where left_at is null;
create index users_by_role_and_age on users (role, created_at, id) where left_at is null;
create index users_by_role_and_name on users (role, username_key, id) where left_at is null;
create index users_waiting on users (created_at, id)
  where deactivated_at is null and (activated_at is null or approval = 'waiting') and left_at is null;
create index users_deactivated on users (created_at, id) where deactivated_at is not null and left_at is null;
create index users_who_administer on users (id) where role = 'admin' and activated_at is not null and deactivated_at is null;
create index users_to_erase on users (leaves_at) where leaves_at is not null;

create table farmer_profiles (
  user_id uuid primary key references users on delete cascade, farm_location text not null,
  farm_size double precision check (farm_size > 0), crop_types text[] not null,
  district text constraint farmer_profiles_district_is_a_code check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$')
);
create index farmer_profiles_by_district on farmer_profiles (district, user_id);

create table expert_profiles (
  user_id uuid primary key references users on delete cascade, areas_of_expertise text[] not null,
  certifications text[] not null, bio text not null,
  experience_years integer not null check (experience_years between 0 and 80), institution text not null,
  languages_spoken text[] not null, social_links text[] not null, search_text text not null,
  -- When an expert last changed the professional profile that an admin had approved; null while it is the approved one.
  changed_since_approval timestamptz,
  approved_at timestamptz
);
create index expert_profiles_by_search on expert_profiles using gin (search_text gin_trgm_ops);

-- Entered by an approved expert; expert_profiles has the approved ones until an administrator decides.
create table expert_profile_changes (
  user_id uuid primary key references expert_profiles on delete cascade, areas_of_expertise text[] not null,
  certifications text[] not null, experience_years integer not null check (experience_years between 0 and 80),
  institution text not null, requested_at timestamptz not null
);
create index expert_profile_changes_by_time on expert_profile_changes (requested_at);

create table expert_districts (
  user_id uuid not null references expert_profiles on delete cascade,
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  primary key (user_id, district)
);
create index expert_districts_by_district on expert_districts (district, user_id);

create table personal_details (
  user_id uuid primary key references users on delete cascade, customer_type text not null,
  id_type text not null check (id_type in ('NATIONAL_ID', 'PASSPORT')), id_number text not null,
  organisation_name text not null, first_name text not null, middle_name text not null, last_name text not null,
  gender text not null check (gender in ('MALE', 'FEMALE')), physical_address text not null, nationality text not null,
  dob date not null, occupation text not null, completed_at timestamptz not null
);

create table user_photos (
  user_id uuid primary key references users (id) on delete cascade,
  jpeg bytea not null check (octet_length(jpeg) between 1 and 32768), changed_at timestamptz not null
);

-- Every process closes the streams of an ended session or account. Sent when the transaction commits, whoever ended it.
create function publish_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('kutu', tg_argv[0] || old.id);
  return null;
end $$;
create trigger deactivated_users_are_published after update on users for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function publish_revocation('user:');

-- There is always an admin who can sign in: two who deactivate each other at once take turns here, and the second is refused.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' and new.activated_at is not null and new.deactivated_at is null then
    return new;
  end if;
  perform pg_advisory_xact_lock(718350022);
  if not exists (
    select from users
    where role = 'admin' and activated_at is not null and deactivated_at is null and id <> old.id
  ) then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'users_keep_an_admin';
  end if;
  return coalesce(new, old);
end $$;
create trigger users_keep_an_admin before update or delete on users for each row
  when (old.role = 'admin' and old.activated_at is not null and old.deactivated_at is null) execute function keep_an_admin();

-- A former member never becomes a person again.
create trigger users_former_stay_former before update on users for each row
  when (old.left_at is not null) execute function reject_change_of_columns('left_at');
