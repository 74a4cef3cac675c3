-- An approved appointment as it stands in the calendars of its two sides. Each change of it is a file with a higher
-- sequence, or calendars would not take it.
create table calendar_entries (
  booking_id uuid primary key references bookings (id),
  sequence integer not null check (sequence >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_cancelled boolean not null,
  changed_at timestamptz not null,
  check (ends_at > starts_at)
);
-- What the reminders look for, every minute.
create index calendar_entries_to_come on calendar_entries (starts_at) where not is_cancelled;

create function keep_sequence_rising() returns trigger language plpgsql as $$
begin
  if new.sequence <= old.sequence then
    raise exception 'the sequence of booking % must rise', new.booking_id
      using errcode = 'check_violation', constraint = 'calendar_entries_sequence_rises';
  end if;
  return new;
end $$;
create trigger calendar_entries_sequence_rises before update on calendar_entries for each row
  execute function keep_sequence_rising();

-- A reminder goes out once for each time an appointment had. The reference is to the entry, which whoever sends holds
-- locked, not to the booking, which others may.
create table sent_reminders (
  booking_id uuid not null references calendar_entries (booking_id),
  starts_at timestamptz not null,
  kind text not null check (kind in ('day', 'hour')),
  sent_at timestamptz not null,
  primary key (booking_id, starts_at, kind)
);

-- Text messages the gateway took or refused for good, each once.
create table settled_texts (
  booking_id uuid not null references calendar_entries (booking_id),
  side text not null check (side in ('farmer', 'expert')),
  starts_at timestamptz not null,
  kind text not null check (kind in ('approved', 'day', 'hour')),
  refused text,
  settled_at timestamptz not null,
  primary key (booking_id, side, starts_at, kind)
);
