-- How far the notices of a confirmed warning have gone: districts in order of their code, farmers in order of their id.
create table warning_deliveries (
  warning_id uuid primary key references disease_warnings (id),
  district text check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  farmer_id uuid,
  farmers integer not null default 0 check (farmers >= 0),
  finished_at timestamptz,
  constraint warning_deliveries_have_a_place check (farmer_id is null or district is not null)
);

create unique index disease_warnings_state_key on disease_warnings (id, state, crop);

-- The farmers who got a notice of a warning, and the SMS about it.
create table warning_notices (
  warning_id uuid not null,
  farmer_id uuid not null references users (id),
  crop text not null,
  -- Nobody hears of a warning that was not confirmed, and a confirmed one stays so.
  state text not null default 'confirmed' check (state = 'confirmed'),
  sent_at timestamptz not null,
  next_at timestamptz not null,
  sms_at timestamptz,
  sms_refused text,
  primary key (warning_id, farmer_id),
  foreign key (warning_id, state, crop) references disease_warnings (id, state, crop),
  constraint notices_last_a_week check (next_at >= sent_at + interval '168 hours'),
  constraint notices_once_a_week exclude using gist (farmer_id with =, crop with =, tstzrange(sent_at, next_at) with &&)
);
create index warning_notices_by_time on warning_notices (sent_at);

create index expert_countries_by_country on expert_countries (country);
create index farmer_profiles_by_district on farmer_profiles (district, user_id);

alter table notifications drop constraint notifications_subject_type_check;
alter table notifications add constraint notifications_subject_type_check
  check (subject_type in ('post', 'booking', 'training_session', 'analysis', 'warning')) not valid;
