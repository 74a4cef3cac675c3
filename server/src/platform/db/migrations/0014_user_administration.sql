-- What the admin's list of users is searched and ordered by.
create index users_by_username_part on users using gin (username_key gin_trgm_ops);
create index users_by_email_part on users using gin (email gin_trgm_ops);
create index users_by_phone_part on users using gin (phone_number gin_trgm_ops);
create index users_by_age on users (created_at, id);
create index users_by_role_and_age on users (role, created_at, id);
create index users_by_role_and_name on users (role, username_key, id);
create index users_who_administer on users (id) where role = 'admin' and activated_at is not null and deactivated_at is null;

-- There is always an admin who can sign in: two who deactivate each other at once take turns here, and the second is refused.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.role = 'admin' and new.activated_at is not null and new.deactivated_at is null then
      return new;
    end if;
  end if;
  perform pg_advisory_xact_lock(718350022);
  if not exists (
    select from users
    where role = 'admin' and activated_at is not null and deactivated_at is null and id <> old.id
  ) then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'users_keep_an_admin';
  end if;
  return case when tg_op = 'UPDATE' then new else old end;
end $$;
create trigger users_keep_an_admin before update or delete on users for each row
  when (old.role = 'admin' and old.activated_at is not null and old.deactivated_at is null)
  execute function keep_an_admin();
