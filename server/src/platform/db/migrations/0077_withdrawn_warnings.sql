-- A confirmed warning can be withdrawn while it holds: by whom, when and why. The reason is null once its author is erased.
alter table disease_warnings
  add column withdrawn_by uuid,
  add column withdrawn_at timestamptz,
  add column withdrawal_reason text;
alter table disease_warnings
  add constraint warnings_withdrawn_by_users foreign key (withdrawn_by) references users (id) not valid,
  drop constraint disease_warnings_state_check,
  add constraint disease_warnings_state_check
    check (state in ('open', 'confirmed', 'declined', 'expired', 'withdrawn')) not valid,
  drop constraint warnings_are_decided_by_people,
  add constraint warnings_are_decided_by_people check (
    (state in ('confirmed', 'declined', 'withdrawn')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null)
  ) not valid,
  drop constraint warnings_confirmed_end,
  add constraint warnings_confirmed_end check ((state in ('confirmed', 'withdrawn')) = (valid_until is not null)) not valid,
  add constraint warnings_are_withdrawn_by_people check (
    (state = 'withdrawn') = (withdrawn_by is not null) and (withdrawn_by is null) = (withdrawn_at is null)
  ) not valid,
  add constraint warnings_withdrawn_for_a_reason check (
    withdrawal_reason is null
    or (state = 'withdrawn' and length(withdrawal_reason) <= 500 and withdrawal_reason ~ '\S')
  ) not valid,
  -- The days are those of APP_TIME_ZONE, which the database does not know: one day to spare.
  add constraint warnings_withdrawn_while_they_hold check (
    (withdrawn_at at time zone 'UTC')::date <= valid_until + 1
  ) not valid;
create index disease_warnings_by_withdrawer on disease_warnings (withdrawn_by) where withdrawn_by is not null;

-- A warning is decided once and, if it was confirmed, withdrawn once, both by an administrator or an approved expert of its
-- country. Nothing else of it changes then, except that the reason is erased with its author.
create or replace function require_warning_judge() returns trigger language plpgsql as $$
declare
  withdrawal constant text[] := array['state', 'withdrawn_by', 'withdrawn_at', 'withdrawal_reason'];
  judge uuid;
begin
  if old.state = 'open' and new.state <> 'withdrawn' then
    judge := new.decided_by;
  elsif old.state = 'confirmed' and new.state = 'withdrawn' and to_jsonb(new) - withdrawal = to_jsonb(old) - withdrawal then
    judge := new.withdrawn_by;
    if new.withdrawal_reason is null then
      raise exception 'warning % is withdrawn without a reason', old.id
        using errcode = 'check_violation', constraint = 'warnings_withdrawn_for_a_reason', table = 'disease_warnings';
    end if;
  elsif old.state = 'withdrawn' and new.withdrawal_reason is null
    and to_jsonb(new) - 'withdrawal_reason' = to_jsonb(old) - 'withdrawal_reason' then
    return new;
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

-- When the farmer heard that the warning no longer holds, and the SMS about that. The key to the state goes, because a confirmed
-- warning no longer stays so; the trigger below takes its place.
alter table warning_notices
  add column withdrawal_at timestamptz,
  add column withdrawal_sms_at timestamptz,
  add column withdrawal_sms_refused text;
alter table warning_notices
  drop constraint warning_notices_warning_id_state_crop_fkey,
  add constraint notices_of_warnings foreign key (warning_id) references disease_warnings (id) not valid,
  add constraint notices_withdrawn_by_sms_after_one check (
    withdrawal_sms_at is null or (sms_at is not null and withdrawal_at is not null)
  ) not valid;
create index warning_notices_of_unknown_withdrawal on warning_notices (withdrawal_sms_at)
  where withdrawal_sms_refused = 'unknown';

-- A farmer gets notice and SMS of a warning only while it is confirmed, and hears of its withdrawal once. The lock makes a
-- withdrawal wait for notices that are being sent, so that it finds them.
create function require_warning_of_notice() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  current_state text;
begin
  select state into current_state from disease_warnings where id = new.warning_id and crop = new.crop for share;
  if (is_new or (old.sms_at is null and new.sms_at is not null)) and current_state is distinct from 'confirmed' then
    raise exception 'warning % is not confirmed', new.warning_id
      using errcode = 'check_violation', constraint = 'notices_of_confirmed_warnings', table = 'warning_notices';
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
