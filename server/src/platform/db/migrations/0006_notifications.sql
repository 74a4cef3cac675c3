create table notifications (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references users (id) on delete cascade,
  type text not null check (type ~ '^[a-z_]+$'), details jsonb not null,
  -- What opens when it is tapped, and the one act it tells of: a comment on the post that opens.
  subject_type text check (subject_type in ('post', 'booking', 'training_session', 'analysis', 'warning')),
  subject_id uuid, cause_id uuid not null, created_at timestamptz not null, read_at timestamptz,
  check ((subject_type is null) = (subject_id is null))
);
create index notifications_of_user on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id, created_at, id) where read_at is null;
create index notifications_read on notifications (user_id, created_at, id) where read_at is not null;
create index notifications_by_cause on notifications (cause_id) where read_at is null;
create index notifications_by_subject on notifications (subject_id) where read_at is null;
create index notifications_by_age on notifications (created_at);
create index notifications_of_type on notifications (user_id, type, created_at, id);
-- An erasure takes the name of the user out of the notifications of others. Most notifications name nobody.
create index notifications_by_name on notifications ((details ->> 'name')) where details ->> 'name' is not null;
create index notifications_by_username on notifications ((details ->> 'username')) where details ->> 'username' is not null;

-- Without a row the default of the kind holds.
create table notification_choices (
  user_id uuid not null references users (id) on delete cascade, kind text not null check (kind ~ '^[a-z_]+$'),
  channel text not null check (channel in ('in_app', 'mail', 'text', 'push')), is_on boolean not null,
  primary key (user_id, kind, channel)
);

create table push_subscriptions (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null constraint push_subscriptions_one_per_browser unique check (length(endpoint) <= 2000),
  p256dh text not null, auth text not null, created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- The day, where the expert lives, for which the last email about waiting work was decided. Deleted with the account.
create table daily_emails (
  expert_id uuid primary key, expert_role text not null default 'expert' check (expert_role = 'expert'), day date not null,
  constraint daily_emails_are_for_experts foreign key (expert_id, expert_role) references users (id, role)
);

-- Which items of the inbox an expert has open, or has put off. Swept after two days. An item is a warning, post, comment or booking,
-- or the expert's own id for the photos to check.
create table inbox_marks (
  expert_id uuid not null references users (id) on delete cascade, item_id uuid not null,
  opened_at timestamptz, snoozed_until timestamptz, marked_at timestamptz not null,
  primary key (expert_id, item_id)
);
create index inbox_marks_by_time on inbox_marks (marked_at);

create table platform_figures (
  is_only_row boolean primary key default true check (is_only_row), figures jsonb not null, counted_at timestamptz not null
);

create table data_exports (
  user_id uuid primary key references users (id) on delete cascade, id uuid not null unique,
  requested_at timestamptz not null, ready_at timestamptz, expires_at timestamptz, bytes bigint check (bytes > 0),
  photos integer check (photos >= 0),
  -- Beyond what one file may hold; their rows are in it all the same.
  photos_left_out integer check (photos_left_out >= 0),
  check (num_nulls(ready_at, expires_at, bytes, photos, photos_left_out) in (0, 5)),
  check (expires_at > ready_at)
);
create index data_exports_by_expiry on data_exports (expires_at) where expires_at is not null;

-- LISTEN kutu. Sent when the transaction commits, once for equal messages.
create function publish_notification_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('kutu', 'notifications:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger notifications_are_published after insert or update or delete on notifications
  for each row execute function publish_notification_change();

create function skip_notification_of_former_user() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and left_at is not null) then
    return null;
  end if;
  return new;
end $$;
create trigger notifications_of_members before insert on notifications
  for each row execute function skip_notification_of_former_user();
