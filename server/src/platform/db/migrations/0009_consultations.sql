-- A slot is an expert's and a booking a farmer's: the pair of id and role is what they refer to.
alter table users add constraint users_with_their_role unique (id, role);

create table availability_slots (
  id uuid primary key default gen_random_uuid(),
  expert_id uuid not null,
  expert_role text not null default 'expert' check (expert_role = 'expert'),
  start_time timestamptz not null,
  end_time timestamptz not null,
  is_active boolean not null default true,
  closed_at timestamptz,
  closed_by text check (closed_by in ('expert', 'time')),
  -- The booking that holds it, pending or approved.
  live_booking_id uuid,
  is_booked boolean not null generated always as (live_booking_id is not null) stored,
  standing text not null generated always as (
    case when live_booking_id is not null then 'booked' when is_active then 'available' else 'inactive' end
  ) stored,
  created_at timestamptz not null,
  constraint slots_are_of_experts foreign key (expert_id, expert_role) references users (id, role),
  constraint slots_end_after_they_begin check (end_time > start_time),
  constraint slots_begin_ahead check (start_time >= created_at),
  constraint slots_closed_by_somebody check (is_active = (closed_at is null) and is_active = (closed_by is null)),
  constraint slots_over_when_over check (closed_by <> 'time' or closed_at >= end_time),
  constraint slots_booked_stay_open check (live_booking_id is null or is_active or closed_by = 'time'),
  constraint slots_do_not_overlap exclude using gist (expert_id with =, tstzrange(start_time, end_time) with &&)
    where (is_active),
  -- What bookings refer to.
  constraint slots_as_they_were_booked unique (id, expert_id, start_time, end_time),
  constraint slots_held unique (live_booking_id, id)
) with (fillfactor = 90);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null,
  -- As the slot has them, so that constraints can speak of both.
  expert_id uuid not null,
  slot_start timestamptz not null,
  slot_end timestamptz not null,
  farmer_id uuid not null,
  farmer_role text not null default 'farmer' check (farmer_role = 'farmer'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  ended text check (ended in ('rejected', 'cancelled', 'expired')),
  ended_by text check (ended_by in ('farmer', 'expert')),
  ended_at timestamptz,
  reason text check (char_length(reason) between 1 and 500),
  selected_date timestamptz,
  selected_end timestamptz,
  -- When the expert chose that time.
  selected_at timestamptz,
  created_at timestamptz not null,
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
    and (selected_date is null or status = 'approved' or coalesce(ended, '') = 'cancelled')
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

create unique index bookings_one_live_of_a_slot on bookings (slot_id) where status <> 'rejected';
alter table availability_slots add constraint slots_held_by_live_bookings
  foreign key (live_booking_id, id, is_booked) references bookings (id, slot_id, is_live) deferrable initially deferred;

-- What has ended stays ended, and what is approved is not pending again.
create function refuse_going_back() returns trigger language plpgsql as $$
begin
  if old.status = 'rejected' or (old.status = 'approved' and new.status = 'pending') then
    raise exception 'a booking that is % does not become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'bookings_only_move_on', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_only_move_on before update on bookings for each row execute function refuse_going_back();
create trigger bookings_are_kept before delete on bookings for each statement execute function refuse_deletion();
create trigger slots_are_kept before delete on availability_slots for each statement execute function refuse_deletion();

-- Each list in its order, whichever filter is set.
create index slots_of_expert on availability_slots (expert_id, start_time, id);
create index slots_of_expert_by_standing on availability_slots (expert_id, standing, start_time, id);
create index slots_upcoming on availability_slots (start_time, id) where is_active;
create index slots_upcoming_by_standing on availability_slots (standing, start_time, id) where is_active;
create index slots_to_close on availability_slots (end_time) where is_active;
create index bookings_of_farmer on bookings (farmer_id, created_at, id);
create index bookings_of_farmer_by_status on bookings (farmer_id, status, created_at, id);
create index bookings_of_expert on bookings (expert_id, created_at, id);
create index bookings_of_expert_by_status on bookings (expert_id, status, created_at, id);
create index bookings_of_slot on bookings (slot_id);
create index bookings_to_expire on bookings (slot_end) where status = 'pending';

-- How many slots an expert has and how many bookings a farmer or an expert, so that no list counts its rows.
create table slot_tallies (
  expert_id uuid not null,
  standing text not null,
  is_active boolean not null,
  count integer not null check (count >= 0),
  primary key (expert_id, standing, is_active)
);
create table booking_tallies (
  user_id uuid not null,
  status text not null,
  count integer not null check (count >= 0),
  primary key (user_id, status)
);

-- Once a statement, in the order of the key: two transactions wait for each other but never in a circle.
create function tally_new_slots() returns trigger language plpgsql as $$
begin
  insert into slot_tallies as t (expert_id, standing, is_active, count)
    select expert_id, standing, is_active, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (expert_id, standing, is_active) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger slots_are_tallied after insert on availability_slots referencing new table as added
  for each statement execute function tally_new_slots();

create function tally_changed_slots() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select expert_id, standing, is_active, sum(n) as n from (
      select expert_id, standing, is_active, -1 as n from before
      union all
      select expert_id, standing, is_active, 1 from after
    ) both_sides
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  loop
    insert into slot_tallies (expert_id, standing, is_active, count)
      values (change.expert_id, change.standing, change.is_active, 0) on conflict do nothing;
    update slot_tallies t set count = t.count + change.n
      where (t.expert_id, t.standing, t.is_active) = (change.expert_id, change.standing, change.is_active);
  end loop;
  return null;
end $$;
create trigger changed_slots_are_tallied after update on availability_slots
  referencing old table as before new table as after for each statement execute function tally_changed_slots();

create function tally_new_bookings() returns trigger language plpgsql as $$
begin
  insert into booking_tallies as t (user_id, status, count)
    select party, status, count(*)
    from (select farmer_id as party, status from added union all select expert_id, status from added) parties
    group by 1, 2 order by 1, 2
    on conflict (user_id, status) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger bookings_are_tallied after insert on bookings referencing new table as added
  for each statement execute function tally_new_bookings();

create function tally_changed_bookings() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select party, status, sum(n) as n from (
      select farmer_id as party, status, -1 as n from before
      union all
      select expert_id, status, -1 from before
      union all
      select farmer_id, status, 1 from after
      union all
      select expert_id, status, 1 from after
    ) both_sides
    group by 1, 2 having sum(n) <> 0 order by 1, 2
  loop
    insert into booking_tallies (user_id, status, count) values (change.party, change.status, 0) on conflict do nothing;
    update booking_tallies t set count = t.count + change.n
      where (t.user_id, t.status) = (change.party, change.status);
  end loop;
  return null;
end $$;
create trigger changed_bookings_are_tallied after update on bookings
  referencing old table as before new table as after for each statement execute function tally_changed_bookings();
