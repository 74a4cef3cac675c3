-- The country in which an expert decides on warnings.
create table expert_countries (
  user_id uuid primary key references users (id),
  country text not null check (country ~ '^[A-Z]{2}$')
);

-- Rises of a disease in a district, found by EARS in the counts of a week. Farmers hear only of confirmed ones.
create table disease_warnings (
  id uuid primary key default gen_random_uuid(),
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]+$'),
  week date not null check (extract(isodow from week) = 1),
  is_c2_alarm boolean not null,
  is_c3_alarm boolean not null,
  state text not null check (state in ('open', 'confirmed', 'declined', 'expired')),
  proposed_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  decline_reason text check (decline_reason in ('wrong_answers', 'known_cause', 'no_spread')),
  -- The last day on which it holds.
  valid_until date,
  constraint warnings_once_a_week unique (district, crop, disease, week),
  constraint warnings_have_an_alarm check (is_c2_alarm or is_c3_alarm),
  constraint warnings_are_decided_by_people check (
    (state in ('confirmed', 'declined')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)
  ),
  constraint warnings_declined_for_a_reason check ((state = 'declined') = (decline_reason is not null)),
  constraint warnings_confirmed_end check ((state = 'confirmed') = (valid_until is not null))
);
create unique index warnings_one_open_of_a_district on disease_warnings (district, crop, disease) where state = 'open';
create index disease_warnings_by_state on disease_warnings (state, week desc, id);
create index disease_warnings_of_country on disease_warnings (left(district, 2), state, week desc, id);

-- A warning is decided once, by an administrator or an approved expert of its country.
create function require_warning_judge() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'warning % is decided', old.id
      using errcode = 'check_violation', constraint = 'warnings_decided_once', table = 'disease_warnings';
  end if;
  if new.decided_by is null then
    return new;
  end if;
  perform from users u
    where u.id = new.decided_by and u.deactivated_at is null and u.left_at is null and (
      u.role = 'admin' or (u.role = 'expert' and u.approval = 'approved' and exists (
        select from expert_countries c where c.user_id = u.id and c.country = left(new.district, 2)
      ))
    );
  if not found then
    raise exception 'user % may not decide on warning %', new.decided_by, new.id
      using errcode = 'check_violation', constraint = 'warnings_decided_in_the_region', table = 'disease_warnings';
  end if;
  return new;
end $$;
create trigger warnings_are_decided_once before update on disease_warnings
  for each row execute function require_warning_judge();
-- Nothing is inserted as decided, past the trigger.
create function require_open_warning() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a new warning is open'
      using errcode = 'check_violation', constraint = 'warnings_begin_open', table = 'disease_warnings';
  end if;
  return new;
end $$;
create trigger warnings_begin_open before insert on disease_warnings
  for each row execute function require_open_warning();
