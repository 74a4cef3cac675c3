-- What happened that concerns one user. The sentence is made when it is read, in the reader's language.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type ~ '^[a-z_]+$'),
  details jsonb not null,
  -- What opens when it is tapped, and the one act it tells of: a comment on the post that opens.
  subject_type text check (subject_type in ('post', 'booking', 'training_session', 'analysis')),
  subject_id uuid,
  cause_id uuid not null,
  created_at timestamptz not null,
  read_at timestamptz,
  check ((subject_type is null) = (subject_id is null))
);
create index notifications_of_user on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id, created_at, id) where read_at is null;
create index notifications_read on notifications (user_id, created_at, id) where read_at is not null;
create index notifications_by_cause on notifications (cause_id) where read_at is null;
create index notifications_by_subject on notifications (subject_id) where read_at is null;
create index notifications_by_age on notifications (created_at);
