create table availability_slots (
  id uuid primary key default gen_random_uuid(), expert_id uuid not null,
  expert_role text not null default 'expert' check (expert_role = 'expert'), start_time timestamptz not null,
  end_time timestamptz not null, is_active boolean not null default true, closed_at timestamptz,
  -- Schedule: a generated slot that the working hours no longer include.
  closed_by text check (closed_by in ('expert', 'time', 'account', 'schedule')), live_booking_id uuid,
  is_booked boolean not null generated always as (live_booking_id is not null) stored,
  status text not null generated always as (
    case when live_booking_id is not null then 'booked' when is_active then 'available' else 'inactive' end
  ) stored,
  created_at timestamptz not null, is_generated boolean not null default false,
  constraint slots_are_of_experts foreign key (expert_id, expert_role) references users (id, role),
  constraint slots_end_after_they_begin check (end_time > start_time),
  constraint slots_begin_ahead check (start_time >= created_at),
  constraint slots_closed_by_somebody check (is_active = (closed_at is null) and is_active = (closed_by is null)),
  constraint slots_over_when_over check (closed_by <> 'time' or closed_at >= end_time),
  constraint slots_booked_stay_open check (live_booking_id is null or is_active or closed_by = 'time'),
  constraint slots_do_not_overlap exclude using gist (expert_id with =, tstzrange(start_time, end_time) with &&) where (is_active),
  constraint slots_as_they_were_booked unique (id, expert_id, start_time, end_time),
  constraint slots_held unique (live_booking_id, id),
  constraint slots_closed_by_the_schedule_are_generated check (closed_by <> 'schedule' or is_generated)
) with (fillfactor = 90);
create index slots_of_expert on availability_slots (expert_id, start_time, id);
create index slots_of_expert_by_status on availability_slots (expert_id, status, start_time, id) include (is_active);
create index slots_upcoming on availability_slots (start_time, id) where is_active;
create index slots_upcoming_by_status on availability_slots (status, start_time, id) where is_active;
create index slots_to_close on availability_slots (end_time) where is_active;

-- A booking of a slot by a farmer: pending, approved for a time in the slot, or rejected with how it ended.
create table bookings (
  id uuid primary key default gen_random_uuid(), slot_id uuid not null,
  -- As the slot has them, so that constraints can speak of both.
  expert_id uuid not null, slot_start timestamptz not null, slot_end timestamptz not null, farmer_id uuid not null,
  farmer_role text not null default 'farmer' check (farmer_role = 'farmer'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Closed: the account of its farmer or its expert, as ended_by says, was closed.
  ended text check (ended in ('rejected', 'cancelled', 'expired', 'closed')),
  ended_by text check (ended_by in ('farmer', 'expert')), ended_at timestamptz,
  reason text check (char_length(reason) between 1 and 500), selected_date timestamptz, selected_end timestamptz,
  selected_at timestamptz, created_at timestamptz not null,
  is_live boolean not null generated always as (status <> 'rejected') stored,
  held_slot_id uuid generated always as (case when status <> 'rejected' then slot_id end) stored,
  constraint bookings_are_of_farmers foreign key (farmer_id, farmer_role) references users (id, role),
  constraint bookings_know_their_slot foreign key (slot_id, expert_id, slot_start, slot_end)
    references availability_slots (id, expert_id, start_time, end_time),
  -- Checked at commit: a live booking holds its slot, and a booked slot is held by a live booking of it.
  constraint bookings_hold_their_slot foreign key (id, held_slot_id) references availability_slots (live_booking_id, id)
    deferrable initially deferred,
  constraint bookings_that_may_hold unique (id, slot_id, is_live),
  constraint bookings_before_the_slot_begins check (created_at < slot_start),
  constraint bookings_ended_when_rejected check ((status = 'rejected') = (ended is not null)),
  constraint bookings_ended_once check ((ended is null) = (ended_at is null)),
  constraint bookings_ended_by_somebody check ((ended_by is null) = (coalesce(ended, 'expired') = 'expired')),
  constraint bookings_rejected_by_experts check (ended <> 'rejected' or ended_by = 'expert'),
  constraint bookings_expired_when_over check (ended <> 'expired' or ended_at >= slot_end),
  constraint bookings_reason_of_an_end check (reason is null or ended is not null),
  constraint bookings_approved_for_a_time check (
    (selected_date is null) = (selected_end is null) and (selected_date is null) = (selected_at is null)
    and (status <> 'approved' or selected_date is not null)
    and (selected_date is null or status = 'approved' or coalesce(ended, '') in ('cancelled', 'closed'))
  ),
  constraint bookings_appointment_in_the_slot check (
    selected_date >= slot_start and selected_end > selected_date and selected_end <= slot_end
  ),
  constraint bookings_appointment_ahead check (selected_date >= selected_at),
  constraint bookings_cancelled_in_time check (selected_date is null or ended is null or ended_at < selected_date),
  constraint bookings_expert_is_in_one_place exclude using gist
    (expert_id with =, tstzrange(selected_date, selected_end) with &&) where (status = 'approved'),
  constraint bookings_farmer_is_in_one_place exclude using gist
    (farmer_id with =, tstzrange(selected_date, selected_end) with &&) where (status = 'approved')
) with (fillfactor = 90);
alter table availability_slots add constraint slots_held_by_live_bookings
  foreign key (live_booking_id, id, is_booked) references bookings (id, slot_id, is_live) deferrable initially deferred;
create unique index bookings_one_live_of_a_slot on bookings (slot_id) where status <> 'rejected';
create index bookings_of_farmer on bookings (farmer_id, created_at, id);
create index bookings_of_farmer_by_status on bookings (farmer_id, status, created_at, id);
create index bookings_of_expert on bookings (expert_id, created_at, id);
create index bookings_of_expert_by_status on bookings (expert_id, status, created_at, id);
create index bookings_of_slot on bookings (slot_id);
create index bookings_to_expire on bookings (slot_end) where status = 'pending';

-- Apart from the booking, because it is deleted with the farmer's account and an ended booking never changes.
create table booking_requests (
  booking_id uuid primary key references bookings (id), farmer_id uuid not null references users (id),
  question text check (char_length(question) between 1 and 500), analysis_id uuid,
  meeting text check (meeting in ('call', 'whatsapp', 'visit')), place text check (char_length(place) between 1 and 200),
  constraint booking_requests_say_something check (num_nonnulls(question, analysis_id, meeting, place) > 0),
  constraint booking_requests_analysis_is_of_the_farmer foreign key (analysis_id, farmer_id) references analyses (id, farmer_id)
);
create index booking_requests_by_farmer on booking_requests (farmer_id);
create index booking_requests_by_analysis on booking_requests (analysis_id) where analysis_id is not null;

create table booking_replies (
  booking_id uuid primary key references bookings (id), expert_id uuid not null references users (id),
  seconds integer not null check (seconds >= 0), replied_at timestamptz not null
);
create index booking_replies_of_expert on booking_replies (expert_id, replied_at desc) include (seconds);

-- Apart from the booking, because a booking that ended never changes.
create table appointment_outcomes (
  booking_id uuid primary key references bookings (id), expert_id uuid not null references users (id),
  farmer_id uuid not null references users (id), outcome text check (outcome in ('held', 'missed')),
  note text check (char_length(note) between 1 and 1000), recorded_at timestamptz, is_helpful boolean, rated_at timestamptz,
  constraint outcomes_are_dated check ((outcome is null) = (recorded_at is null)),
  constraint outcome_notes_need_an_outcome check (note is null or outcome is not null),
  constraint outcome_ratings_are_dated check ((is_helpful is null) = (rated_at is null)),
  -- A farmer who did not come cannot say that it helped, and an expert cannot deny an appointment that the farmer has rated.
  constraint missed_appointments_are_not_rated check (outcome is distinct from 'missed' or is_helpful is null)
);
create index appointment_outcomes_held on appointment_outcomes (expert_id) where outcome = 'held';
create index appointment_outcomes_helpful on appointment_outcomes (expert_id) where is_helpful;
create index appointment_outcomes_of_farmer on appointment_outcomes (farmer_id);

-- In the calendars of both sides. Each change has a higher sequence, or calendars would not take it.
create table calendar_entries (
  booking_id uuid primary key references bookings (id), sequence integer not null check (sequence >= 0),
  starts_at timestamptz not null, ends_at timestamptz not null, is_cancelled boolean not null,
  changed_at timestamptz not null,
  check (ends_at > starts_at)
);
create index calendar_entries_to_come on calendar_entries (starts_at) where not is_cancelled;

-- Refers to the entry, which the sender locks, and not to the booking.
create table sent_reminders (
  booking_id uuid not null references calendar_entries (booking_id), starts_at timestamptz not null,
  kind text not null check (kind in ('day', 'hour')), sent_at timestamptz not null,
  primary key (booking_id, starts_at, kind)
);

create table booking_sms (
  booking_id uuid not null references calendar_entries (booking_id),
  side text not null check (side in ('farmer', 'expert')), starts_at timestamptz not null,
  kind text not null check (kind in ('appointment', 'day', 'hour')), refused text, attempted_at timestamptz not null,
  primary key (booking_id, side, starts_at, kind)
);

create table working_hours (
  expert_id uuid primary key, expert_role text not null default 'expert' check (expert_role = 'expert'),
  time_zone text not null, appointment_minutes smallint not null check (appointment_minutes between 15 and 240),
  break_minutes smallint not null check (break_minutes between 0 and 120),
  -- Slots are generated up to this number of days from today.
  days_ahead smallint not null check (days_ahead between 1 and 90),
  -- [{ weekday, start, end }]: ISO weekday and local times.
  periods jsonb not null check (jsonb_typeof(periods) = 'array'),
  -- [{ first_day, last_day }]: local dates without slots.
  days_off jsonb not null check (jsonb_typeof(days_off) = 'array'), saved_at timestamptz not null,
  generated_at timestamptz not null,
  constraint working_hours_are_of_experts foreign key (expert_id, expert_role) references users (id, role)
);
create index working_hours_to_generate on working_hours (generated_at);

-- The lock lets a booking and a closing take turns: people are locked before slots, and slots before bookings.
create function require_open_accounts() returns trigger language plpgsql as $$
declare
  people constant uuid[] := array[new.expert_id, (to_jsonb(new) ->> 'farmer_id')::uuid];
begin
  if tg_op = 'INSERT' then
    perform from users where id = any(people) order by id for share;
  end if;
  if exists (select from users where id = any(people) and deactivated_at is not null) then
    raise exception 'an account of this is closed'
      using errcode = 'check_violation', constraint = tg_argv[0], table = tg_table_name;
  end if;
  return new;
end $$;
create trigger slots_of_open_accounts before insert on availability_slots
  for each row execute function require_open_accounts('slots_of_open_accounts');
create trigger bookings_of_open_accounts before insert on bookings
  for each row execute function require_open_accounts('bookings_of_open_accounts');
-- Without the lock: a closing waits for the booking that is being approved or moved, and then ends it.
create trigger appointments_of_open_accounts before update on bookings for each row
  when (new.status = 'approved' and new.selected_date is distinct from old.selected_date)
  execute function require_open_accounts('bookings_of_open_accounts');

-- A foreign key cannot demand a status of the booking that changes later.
create function require_approved_booking() returns trigger language plpgsql as $$
begin
  perform from bookings
    where id = new.booking_id and expert_id = new.expert_id and farmer_id = new.farmer_id and status = 'approved';
  if not found then
    raise exception 'booking % has no appointment', new.booking_id
      using errcode = 'check_violation', constraint = 'outcomes_of_approved_bookings', table = 'appointment_outcomes';
  end if;
  return new;
end $$;
create trigger outcomes_of_approved_bookings before insert or update of booking_id, expert_id, farmer_id on appointment_outcomes
  for each row execute function require_approved_booking();

-- Checked at commit. An appointment that has begun stays.
create function require_closed_schedule() returns trigger language plpgsql as $$
begin
  if exists (
    select from bookings where (farmer_id = new.id or expert_id = new.id) and status in ('pending', 'approved')
      and coalesce(selected_date, 'infinity') > new.deactivated_at
  ) or exists (
    select from availability_slots
    where expert_id = new.id and is_active and live_booking_id is null and end_time > new.deactivated_at
  ) then
    raise exception 'bookings or slots of the closed account % are still open', new.id
      using errcode = 'check_violation', constraint = 'users_closed_have_nothing_open', table = 'users';
  end if;
  return null;
end $$;
create constraint trigger users_closed_have_nothing_open after update on users deferrable initially deferred for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function require_closed_schedule();
