-- How an appointment went: the expert says if it was held and leaves a note for both, the farmer says if it helped. Apart from
-- the booking, because a booking that ended never changes.
create table appointment_outcomes (
  booking_id uuid primary key references bookings (id),
  expert_id uuid not null references users (id),
  farmer_id uuid not null references users (id),
  outcome text check (outcome in ('held', 'missed')),
  note text check (char_length(note) between 1 and 1000),
  recorded_at timestamptz,
  is_helpful boolean,
  rated_at timestamptz,
  constraint outcomes_are_dated check ((outcome is null) = (recorded_at is null)),
  constraint outcome_notes_need_an_outcome check (note is null or outcome is not null),
  constraint outcome_ratings_are_dated check ((is_helpful is null) = (rated_at is null)),
  -- A farmer who did not come cannot say that it helped, and an expert cannot deny an appointment that the farmer has rated.
  constraint missed_appointments_are_not_rated check (outcome is distinct from 'missed' or is_helpful is null)
);
create index appointment_outcomes_held on appointment_outcomes (expert_id) where outcome = 'held';
create index appointment_outcomes_helpful on appointment_outcomes (expert_id) where is_helpful;
create index appointment_outcomes_of_farmer on appointment_outcomes (farmer_id);

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

-- How long a farmer waited for the expert's first answer to a booking.
create table booking_replies (
  booking_id uuid primary key references bookings (id),
  expert_id uuid not null references users (id),
  seconds integer not null check (seconds >= 0),
  replied_at timestamptz not null
);
create index booking_replies_of_expert on booking_replies (expert_id, replied_at desc) include (seconds);

insert into booking_replies (booking_id, expert_id, seconds, replied_at)
select id, expert_id, greatest(0, extract(epoch from replied_at - created_at))::integer, replied_at
from (
  select id, expert_id, created_at, case when ended = 'rejected' then ended_at else selected_at end as replied_at
  from bookings where ended = 'rejected' or selected_at is not null
) answered
where replied_at is not null;
