-- The audit log erases the personal data of former members and of sign-ups that were deleted before anybody activated
-- them. Besides the names these are the reasons that an admin or the user wrote, and where a request came from.
create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
declare
  erasable constant text[] := case old.subject_type
    when 'booking' then array['reason', 'network', 'device', 'user_agent']
    when 'user' then array['username', 'account_number', 'reason', 'network', 'device', 'user_agent', 'email', 'phone_number']
    else array['network', 'device', 'user_agent'] end;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.at, new.actor_id, new.action, new.subject_type, new.subject_id)
        is not distinct from (old.id, old.at, old.actor_id, old.action, old.subject_type, old.subject_id)
      and new.before is not distinct from old.before - erasable and new.after is not distinct from old.after - erasable
      and (
        exists (select from users where left_at is not null and id::text in (old.subject_id, old.actor_id::text))
        or (old.subject_type = 'user' and not exists (select from users where id::text = old.subject_id))
      ) then
      return new;
    end if;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
