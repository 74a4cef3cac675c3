-- Farmers who photographed a disease in a week, or the crop (empty disease). A farmer counts once; new accounts count apart.
create table weekly_counts (
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]*$'), week date not null check (extract(isodow from week) = 1),
  strength text not null check (strength in ('confirmed', 'confident', 'likely', 'new', 'photographed')),
  farmers integer not null check (farmers > 0),
  primary key (district, crop, disease, week, strength),
  constraint weekly_counts_name_a_disease check ((disease = '') = (strength = 'photographed'))
);
create index weekly_counts_by_week on weekly_counts (week, crop, disease);

-- The weeks whose photos were counted, and whether anything has changed since. They are counted again at most once a day.
create table counted_weeks (
  week date primary key check (extract(isodow from week) = 1), counted_at timestamptz not null, is_changed boolean not null,
  -- For each country the days after the end of a week in which nine of ten photos had arrived, of those sent in the eight weeks before.
  arrival_days jsonb not null default '{}'
);

-- Hour by hour from midnight (APP_TIME_ZONE); null for an hour without a value.
create table district_weather (
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'), day date not null,
  -- The day had not ended when its weather was fetched.
  is_forecast boolean not null,
  fetched_at timestamptz not null, temperature real[] not null, humidity real[] not null, rain real[] not null,
  primary key (district, day),
  constraint district_weather_has_24_hours check (
    array_ndims(temperature) = 1 and cardinality(temperature) = 24
    and array_ndims(humidity) = 1 and cardinality(humidity) = 24
    and array_ndims(rain) = 1 and cardinality(rain) = 24
  ),
  constraint district_weather_is_plausible check (
    coalesce(-90 <= all (array_remove(temperature, null)) and 60 >= all (array_remove(temperature, null)), true)
    and coalesce(0 <= all (array_remove(humidity, null)) and 100 >= all (array_remove(humidity, null)), true)
    and coalesce(0 <= all (array_remove(rain, null)), true)
  )
);
create index district_weather_by_day on district_weather (day);

-- The diseases that were judged in a week of a country, by the counts of a time: chance gets one look at each.
create table judged_diseases (
  week date not null check (extract(isodow from week) = 1),
  country text not null check (country ~ '^[A-Z]{2}$'), crop text not null, disease text not null,
  counted_at timestamptz not null,
  primary key (week, crop, disease, country)
);

-- The shortest recurrence interval of an alarm that is proposed, where an administrator has set it.
create table alarm_intervals (
  country text not null check (country ~ '^[A-Z]{2}$'), crop text not null, disease text not null,
  recurrence_weeks smallint not null check (recurrence_weeks between 5 and 52),
  primary key (country, crop, disease)
);

create table expert_countries (
  user_id uuid primary key references users (id), country text not null check (country ~ '^[A-Z]{2}$')
);
create index expert_countries_by_country on expert_countries (country);

-- Rises of a disease in a district, found by EARS in the counts of a week. Farmers hear only of confirmed ones.
create table disease_warnings (
  id uuid primary key default gen_random_uuid(), district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]+$'), week date not null check (extract(isodow from week) = 1),
  is_c2_alarm boolean not null, is_c3_alarm boolean not null,
  state text not null check (state in ('open', 'confirmed', 'declined', 'expired', 'withdrawn')),
  proposed_at timestamptz not null, decided_by uuid references users (id), decided_at timestamptz,
  decline_reason text check (decline_reason in ('wrong_answers', 'known_cause', 'no_spread')),
  -- When others hear of a confirmed warning. One that is withdrawn before reaches nobody.
  announced_at timestamptz, valid_until date,
  -- A confirmed warning can be withdrawn while it holds.
  withdrawn_by uuid constraint warnings_withdrawn_by_users references users (id), withdrawn_at timestamptz,
  -- SMS need a second person, who did not confirm the warning.
  sms_approved_by uuid references users (id), sms_approved_at timestamptz,
  -- Why it was withdrawn, or a word on why it was declined. Null once its author is erased.
  note text,
  -- What happens before the decision: a visit by an expert on a day, or nothing until a day.
  next_step text check (next_step in ('visit', 'look_again')), next_step_on date, visitor_id uuid references users (id),
  -- Was the rise real? Known after a visit or from a laboratory, and due four weeks after the warning.
  outcome text check (outcome in ('real', 'not_real', 'unknown')),
  checked_by text check (checked_by in ('field_visit', 'laboratory')), outcome_by uuid references users (id),
  outcome_at timestamptz,
  -- Found by a scan statistic; null if the rise was found in one district alone.
  rising_districts text[], rising_weeks integer,
  -- The recurrence interval that the alarm had to reach: a later setting closes no open warning.
  recurrence_weeks smallint not null check (recurrence_weeks between 1 and 52), p_value double precision not null check (p_value between 0 and 1),
  -- The first week that C3 or the scan added up.
  rises_since date not null check (rises_since <= week),
  constraint warnings_once_a_week unique (district, crop, disease, week),
  constraint warnings_declined_for_a_reason check ((state = 'declined') = (decline_reason is not null)),
  constraint warnings_are_decided_by_people check (
    (state in ('confirmed', 'declined', 'withdrawn')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)
  ),
  constraint warnings_confirmed_are_announced check ((valid_until is null) = (announced_at is null) and announced_at >= decided_at),
  constraint warnings_confirmed_end check ((state in ('confirmed', 'withdrawn')) = (valid_until is not null)),
  constraint warnings_are_withdrawn_by_people check (
    (state = 'withdrawn') = (withdrawn_by is not null) and (withdrawn_by is null) = (withdrawn_at is null)
  ),
  constraint warnings_sms_need_two_people check (
    (sms_approved_by is null) = (sms_approved_at is null)
    and (sms_approved_by is null or coalesce(valid_until is not null and sms_approved_by <> decided_by, false))
  ),
  constraint warnings_withdrawn_for_a_reason check (
    note is null or (state in ('withdrawn', 'declined') and length(note) <= 500 and note ~ '\S')
  ),
  constraint warnings_have_one_next_step check (
    (next_step is null) = (next_step_on is null) and coalesce(next_step = 'visit', false) = (visitor_id is not null)
  ),
  -- The days are those of APP_TIME_ZONE, which the database does not know: one day to spare.
  constraint warnings_withdrawn_while_they_hold check ((withdrawn_at at time zone 'UTC')::date <= valid_until + 1),
  constraint warnings_rise_around_their_district check (
    (rising_districts is null) = (rising_weeks is null) and rising_weeks > 0 and district = any (rising_districts)
  ),
  constraint warnings_have_an_outcome_once_confirmed check (
    (outcome is null or state in ('confirmed', 'withdrawn')) and (outcome is null) = (outcome_by is null)
    and (outcome is null) = (outcome_at is null) and coalesce(outcome <> 'unknown', false) = (checked_by is not null)
  ),
  constraint warnings_have_a_reason check (is_c2_alarm or is_c3_alarm or rising_districts is not null)
);
create unique index warnings_one_open_of_a_district on disease_warnings (district, crop, disease) where state = 'open';
create index disease_warnings_by_state on disease_warnings (state, week desc, id);
create index disease_warnings_of_country on disease_warnings (left(district, 2), state, week desc, id);
create unique index disease_warnings_state_key on disease_warnings (id, state, crop);
create index disease_warnings_by_withdrawer on disease_warnings (withdrawn_by) where withdrawn_by is not null;
create index disease_warnings_in_force on disease_warnings (valid_until) where state = 'confirmed';

-- What experts see on the photos behind a warning, each without the model's answer and the labels of others.
create table warning_photo_labels (
  warning_id uuid not null references disease_warnings (id) on delete cascade,
  analysis_id uuid not null references analyses (id) on delete cascade,
  expert_id uuid not null references users (id) on delete cascade,
  label text not null check (label in ('this_disease', 'other_disease', 'healthy', 'unclear')),
  labeled_at timestamptz not null,
  primary key (warning_id, analysis_id, expert_id)
);
create index warning_photo_labels_of_analysis on warning_photo_labels (analysis_id);
create index warning_photo_labels_of_expert on warning_photo_labels (expert_id, labeled_at);

-- How far the notices of a confirmed warning have gone: districts in order of their code, farmers in order of their id.
create table warning_deliveries (
  warning_id uuid primary key references disease_warnings (id),
  district text check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'), farmer_id uuid,
  farmers integer not null default 0 check (farmers >= 0), finished_at timestamptz,
  -- When a delivery goes through its farmers again, because some had heard of another warning of the crop that week.
  again_at timestamptz,
  constraint warning_deliveries_have_a_place check (farmer_id is null or district is not null)
);
create index warning_deliveries_to_repeat on warning_deliveries (again_at) where again_at is not null;

create table warning_notices (
  warning_id uuid not null constraint notices_of_warnings references disease_warnings (id),
  farmer_id uuid not null references users (id), crop text not null,
  -- Nobody hears of a warning that was not confirmed, and a confirmed one stays so.
  state text not null default 'confirmed' check (state = 'confirmed'),
  sent_at timestamptz not null, next_at timestamptz not null, sms_at timestamptz, sms_refused text,
  -- When the farmer heard that the warning no longer holds, and the SMS about that.
  withdrawal_at timestamptz, withdrawal_sms_at timestamptz, withdrawal_sms_refused text,
  primary key (warning_id, farmer_id),
  constraint notices_last_a_week check (next_at >= sent_at + interval '168 hours'),
  constraint notices_once_a_week exclude using gist (farmer_id with =, crop with =, tstzrange(sent_at, next_at) with &&),
  constraint notices_withdrawn_by_sms_after_one check (
    withdrawal_sms_at is null or (sms_at is not null and withdrawal_at is not null)
  )
);
create index warning_notices_by_time on warning_notices (sent_at);
create index warning_notices_of_unknown_outcome on warning_notices (sms_at) where sms_refused = 'unknown';
create index warning_notices_of_unknown_withdrawal on warning_notices (withdrawal_sms_at) where withdrawal_sms_refused = 'unknown';

-- Begins open, is decided and withdrawn once, its SMS approved, and its outcome stated, by an administrator or an approved expert of its country. The reason is erased with its author.
create function require_warning_judge() returns trigger language plpgsql as $$
declare
  withdrawal constant text[] := array['state', 'withdrawn_by', 'withdrawn_at', 'note'];
  outcome constant text[] := array['outcome', 'checked_by', 'outcome_by', 'outcome_at'];
  sms constant text[] := array['sms_approved_by', 'sms_approved_at'];
  judge uuid;
begin
  if tg_op = 'INSERT' and new.state = 'open' then
    return new;
  elsif old.state = 'open' and new.state <> 'withdrawn' then
    judge := new.decided_by;
  elsif old.state = 'confirmed' and new.state = 'withdrawn' and to_jsonb(new) - withdrawal = to_jsonb(old) - withdrawal then
    judge := new.withdrawn_by;
    if new.note is null then
      raise exception 'warning % is withdrawn without a reason', old.id
        using errcode = 'check_violation', constraint = 'warnings_withdrawn_for_a_reason', table = 'disease_warnings';
    end if;
  elsif old.state in ('withdrawn', 'declined') and new.note is null
    and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
    return new;
  elsif old.state = 'confirmed' and old.sms_approved_by is null and new.sms_approved_by is not null
    and to_jsonb(new) - sms = to_jsonb(old) - sms then
    judge := new.sms_approved_by;
  elsif new.outcome is not null and to_jsonb(new) - outcome = to_jsonb(old) - outcome then
    judge := new.outcome_by;
  else
    raise exception 'warning % is decided', old.id
      using errcode = 'check_violation', constraint = 'warnings_decided_once', table = 'disease_warnings';
  end if;
  if judge is null then
    return new;
  end if;
  perform from users u
    where u.id = judge and u.deactivated_at is null and u.left_at is null and (
      u.role = 'admin' or (u.role = 'expert' and u.approval = 'approved' and exists (
        select from expert_countries c where c.user_id = u.id and c.country = left(new.district, 2)
      ))
    );
  if not found then
    raise exception 'user % may not decide on warning %', judge, new.id
      using errcode = 'check_violation', constraint = 'warnings_decided_in_the_region', table = 'disease_warnings';
  end if;
  return new;
end $$;
create trigger warnings_are_decided_once before insert or update on disease_warnings
  for each row execute function require_warning_judge();

-- The lock makes a withdrawal wait for notices that are being sent, so that it finds them.
create function require_warning_of_notice() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  current_state text;
  sms_approver uuid;
begin
  select state, sms_approved_by into current_state, sms_approver
    from disease_warnings where id = new.warning_id and crop = new.crop for share;
  if (is_new or (old.sms_at is null and new.sms_at is not null)) and current_state is distinct from 'confirmed' then
    raise exception 'warning % is not confirmed', new.warning_id
      using errcode = 'check_violation', constraint = 'notices_of_confirmed_warnings', table = 'warning_notices';
  end if;
  if new.sms_at is not null and sms_approver is null and (is_new or old.sms_at is null) then
    raise exception 'nobody has approved the SMS of warning %', new.warning_id
      using errcode = 'check_violation', constraint = 'notices_sms_need_two_people', table = 'warning_notices';
  end if;
  if is_new and new.withdrawal_at is not null
    or not is_new and new.withdrawal_at is distinct from old.withdrawal_at
      and (old.withdrawal_at is not null or current_state is distinct from 'withdrawn') then
    raise exception 'farmer % hears of the withdrawal of warning % once', new.farmer_id, new.warning_id
      using errcode = 'check_violation', constraint = 'notices_withdrawn_once', table = 'warning_notices';
  end if;
  return new;
end $$;
create trigger notices_follow_their_warning before insert or update of sms_at, withdrawal_at on warning_notices
  for each row execute function require_warning_of_notice();
