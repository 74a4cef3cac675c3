-- An expert's working hours, from which slots are generated. Deleted with the account.
create table working_hours (
  expert_id uuid primary key,
  expert_role text not null default 'expert' check (expert_role = 'expert'),
  time_zone text not null,
  appointment_minutes smallint not null check (appointment_minutes between 15 and 240),
  break_minutes smallint not null check (break_minutes between 0 and 120),
  -- Slots are generated up to this number of days from today.
  days_ahead smallint not null check (days_ahead between 1 and 90),
  -- [{ weekday, start, end }]: ISO weekday and local times.
  periods jsonb not null check (jsonb_typeof(periods) = 'array'),
  -- [{ first_day, last_day }]: local dates without slots.
  days_off jsonb not null check (jsonb_typeof(days_off) = 'array'),
  saved_at timestamptz not null,
  generated_at timestamptz not null,
  constraint working_hours_are_of_experts foreign key (expert_id, expert_role) references users (id, role)
);
create index working_hours_to_generate on working_hours (generated_at);

alter table availability_slots add column is_generated boolean not null default false;
-- Schedule: a generated slot that the working hours no longer include.
alter table availability_slots drop constraint availability_slots_closed_by_check;
alter table availability_slots add constraint availability_slots_closed_by_check
  check (closed_by in ('expert', 'time', 'account', 'schedule')) not valid;
alter table availability_slots add constraint slots_closed_by_the_schedule_are_generated
  check (closed_by <> 'schedule' or is_generated) not valid;
