-- While an administrator pauses teaching, no session starts. One pause is open at a time.
create table teaching_pauses (
  id uuid primary key default gen_random_uuid(),
  paused_at timestamptz not null,
  paused_by uuid not null references users (id),
  resumed_at timestamptz,
  resumed_by uuid references users (id),
  constraint teaching_pauses_end_is_complete check (num_nulls(resumed_at, resumed_by) in (0, 2))
);
create unique index teaching_pauses_one_open on teaching_pauses ((true)) where resumed_at is null;
create index teaching_pauses_by_admin on teaching_pauses (paused_by);
create index teaching_pauses_resumed_by on teaching_pauses (resumed_by) where resumed_by is not null;

create function refuse_session_while_paused() returns trigger language plpgsql as $$
begin
  if exists (select from teaching_pauses where resumed_at is null) then
    raise exception 'teaching is paused'
      using errcode = 'check_violation', constraint = 'training_sessions_not_while_paused';
  end if;
  return new;
end $$;
create trigger training_sessions_start_unless_paused before insert on training_sessions
  for each row execute function refuse_session_while_paused();
