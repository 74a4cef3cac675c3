-- What an account that closes leaves behind: no booking that waits for an answer, no appointment still to come, no slot to book.
alter table bookings
  drop constraint bookings_ended_check,
  drop constraint bookings_approved_for_a_time,
  -- Closed: the account of its farmer or its expert, as ended_by says, was closed.
  add constraint bookings_ended_check check (ended in ('rejected', 'cancelled', 'expired', 'closed')),
  add constraint bookings_approved_for_a_time check (
    (selected_date is null) = (selected_end is null) and (selected_date is null) = (selected_at is null)
    and (status <> 'approved' or selected_date is not null)
    and (selected_date is null or status = 'approved' or coalesce(ended, '') in ('cancelled', 'closed'))
  );
alter table availability_slots
  drop constraint availability_slots_closed_by_check,
  add constraint availability_slots_closed_by_check check (closed_by in ('expert', 'time', 'account'));

-- Nobody books, is booked or offers a time with a closed account. The lock lets a booking and a closing that come at once
-- take turns; everybody locks people before slots, and slots before bookings.
create function refuse_closed_people(people uuid[], named text, concerned text) returns void language plpgsql as $$
begin
  if exists (select from users where id = any(people) and deactivated_at is not null) then
    raise exception 'an account of this is closed' using errcode = 'check_violation', constraint = named, table = concerned;
  end if;
end $$;
create function require_open_parties() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from users where id in (new.farmer_id, new.expert_id) order by id for share;
  end if;
  perform refuse_closed_people(array[new.farmer_id, new.expert_id], 'bookings_of_open_accounts', 'bookings');
  return new;
end $$;
create trigger bookings_of_open_accounts before insert on bookings for each row execute function require_open_parties();
-- Without the lock: a closing waits for the booking that is being approved or moved, and then ends it.
create trigger appointments_of_open_accounts before update on bookings for each row
  when (new.status = 'approved' and new.selected_date is distinct from old.selected_date)
  execute function require_open_parties();
create function require_open_expert() returns trigger language plpgsql as $$
begin
  perform from users where id = new.expert_id for share;
  perform refuse_closed_people(array[new.expert_id], 'slots_of_open_accounts', 'availability_slots');
  return new;
end $$;
create trigger slots_of_open_accounts before insert on availability_slots
  for each row execute function require_open_expert();

-- Checked at commit, whoever closes the account and by whatever way. What has begun takes its course.
create function require_nothing_to_come() returns trigger language plpgsql as $$
begin
  if exists (
    select from bookings where farmer_id = new.id and status in ('pending', 'approved')
      and coalesce(selected_date, 'infinity') > new.deactivated_at
  ) or exists (
    select from bookings where expert_id = new.id and status in ('pending', 'approved')
      and coalesce(selected_date, 'infinity') > new.deactivated_at
  ) or exists (
    select from availability_slots
    where expert_id = new.id and is_active and live_booking_id is null and end_time > new.deactivated_at
  ) then
    raise exception 'bookings or slots of the closed account % are still open', new.id
      using errcode = 'check_violation', constraint = 'users_closed_leave_nothing_open', table = 'users';
  end if;
  return null;
end $$;
create constraint trigger users_closed_leave_nothing_open after update on users deferrable initially deferred
  for each row when (old.deactivated_at is null and new.deactivated_at is not null)
  execute function require_nothing_to_come();

-- Accounts that are closed already: what is still open of them ends now, without a word, as nobody could have kept it.
with closed as (select id from users where deactivated_at is not null),
ending as (
  select b.id, b.slot_id, case when b.farmer_id in (select id from closed) then 'farmer' else 'expert' end as side
  from bookings b
  where (b.farmer_id in (select id from closed) or b.expert_id in (select id from closed))
    and (b.status = 'pending' or (b.status = 'approved' and b.selected_date > now()))
),
freed as (update availability_slots s set live_booking_id = null from ending where s.live_booking_id = ending.id)
update bookings b set status = 'rejected', ended = 'closed', ended_by = ending.side, ended_at = now()
  from ending where b.id = ending.id;
update calendar_entries c set is_cancelled = true, changed_at = now(), sequence = sequence + 1
  from bookings b where b.id = c.booking_id and b.ended = 'closed' and not c.is_cancelled;
update availability_slots set is_active = false, closed_at = now(), closed_by = 'account'
  where is_active and live_booking_id is null and end_time > now()
    and expert_id in (select id from users where deactivated_at is not null);
