-- Whoever leaves closes the account and may come back by signing in, until the day on which they are forgotten. The row then
-- stays, as that of a former member whose posts and comments others still read: it says nothing of a person.
alter table users
  add column leaves_at timestamptz,
  -- Taken away where an admin closes the account as well.
  add column returns_by_sign_in boolean not null default false,
  add column left_at timestamptz,
  add constraint users_leave_a_closed_account check (leaves_at is null or deactivated_at is not null),
  add constraint users_return_while_leaving check (not returns_by_sign_in or leaves_at is not null),
  add constraint users_former_are_nobody check (left_at is null or (
    deactivated_at is not null and leaves_at is null and password_hash = '' and phone_number is null and time_zone is null
    and language = 'en' and email = 'former-' || id::text || '@kutu.invalid' and username = 'former-' || id::text
    and username_key = username and account_number = username
  ));
create index users_to_forget on users (leaves_at) where leaves_at is not null;

create function refuse_return() returns trigger language plpgsql as $$
begin
  raise exception 'the former member % does not come back', old.id;
end $$;
create trigger users_former_stay_so before update on users for each row
  when (old.left_at is not null and new.left_at is null) execute function refuse_return();

-- Former members are not counted among the people.
create or replace function tally_person(person users, n integer) returns void language sql as $$
  insert into people_tallies as t (role, approval, is_active, count)
    select person.role, coalesce(person.approval, ''), person.activated_at is not null and person.deactivated_at is null, 0
    where person.left_at is null
    on conflict do nothing;
  update people_tallies t set count = t.count + n
    where person.left_at is null
      and (t.role, t.approval, t.is_active) = (person.role, coalesce(person.approval, ''),
        person.activated_at is not null and person.deactivated_at is null);
$$;
drop trigger changed_people_are_tallied on users;
create trigger changed_people_are_tallied after update on users for each row
  when ((old.role, old.approval, old.activated_at is null, old.deactivated_at is null, old.left_at is null)
    is distinct from (new.role, new.approval, new.activated_at is null, new.deactivated_at is null, new.left_at is null))
  execute function tally_people();

-- The audit log forgets what a former member was called and said of a booking, and nothing else.
create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
declare
  said constant text[] := case old.subject_type when 'booking' then array['reason'] else array['username', 'account_number'] end;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.at, new.actor_id, new.action, new.subject_type, new.subject_id)
        is not distinct from (old.id, old.at, old.actor_id, old.action, old.subject_type, old.subject_id)
      and new.before is not distinct from old.before - said and new.after is not distinct from old.after - said
      and exists (select from users where left_at is not null and id::text in (old.subject_id, old.actor_id::text)) then
      return new;
    end if;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change_but_forgetting();

-- What has ended stays ended; only what a former member said about it is taken out.
create or replace function refuse_going_back() returns trigger language plpgsql as $$
declare
  -- What is generated is not there yet.
  aside constant text[] := array['reason', 'is_live', 'held_slot_id'];
begin
  if old.status = 'rejected' and new.reason is null and to_jsonb(new) - aside = to_jsonb(old) - aside then
    return new;
  end if;
  if old.status = 'rejected' or (old.status = 'approved' and new.status = 'pending') then
    raise exception 'a booking that is % does not become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'bookings_only_move_on', table = 'bookings';
  end if;
  return new;
end $$;

-- A former member hears of nothing any more, whatever still becomes of a post or a comment.
create function skip_former_member() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and left_at is not null) then
    return null;
  end if;
  return new;
end $$;
create trigger notifications_of_members before insert on notifications for each row execute function skip_former_member();
