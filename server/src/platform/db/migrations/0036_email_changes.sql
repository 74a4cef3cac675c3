-- Changes of the email address of an account: requested, confirmed with a link to the new address, and undone with a link
-- to the old one. Tokens are stored as hashes only.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  token_hash bytea not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Replaced by a later request, or cancelled.
  voided_at timestamptz,
  confirmed_at timestamptz,
  undo_token_hash bytea unique,
  undo_until timestamptz,
  undone_at timestamptz,
  check (old_email <> new_email),
  check (confirmed_at is null or voided_at is null),
  check ((confirmed_at is null) = (undo_token_hash is null) and (confirmed_at is null) = (undo_until is null)),
  check (undone_at is null or confirmed_at is not null)
);
create unique index email_changes_one_pending on email_changes (user_id) where confirmed_at is null and voided_at is null;
create index email_changes_by_user on email_changes (user_id, requested_at);
create index email_changes_by_expiry on email_changes (expires_at);
-- The addresses that their former users may still take back.
create index email_changes_reserved on email_changes (old_email) where confirmed_at is not null and undone_at is null;

-- An address that its former user may still take back belongs to nobody else. After the statement, so that it also sees a
-- change that committed while the unique index made this one wait.
create function require_unreserved_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from email_changes
    where old_email = new.email and user_id <> new.id and confirmed_at is not null and undone_at is null
  ) then
    raise exception 'the email address is reserved for its former user'
      using errcode = 'unique_violation', constraint = 'users_email_key', table = 'users';
  end if;
  return null;
end $$;
create trigger users_email_is_not_reserved after insert or update of email on users
  for each row execute function require_unreserved_email();
