-- What an admin says of an expert's flag: hidden is flagged for good, and whoever wrote it is told why. The reason of the
-- flag stays beside the ruling, so that either can be taken back.
alter table posts
  drop constraint posts_status_check,
  drop constraint posts_check,
  add column hidden_reason text,
  -- Since when a ruling stands: of a hidden post, or of one whose flag was dismissed until somebody moves it again.
  add column ruled_at timestamptz,
  add constraint posts_status_check check (status in ('pending', 'flagged', 'hidden', 'approved', 'withdrawn')),
  add constraint posts_flagged_for_a_reason check (status = 'flagged' or ruled_at is not null or flag_reason is null),
  add constraint posts_hidden_for_a_reason check ((status = 'hidden') = (hidden_reason is not null)),
  add constraint posts_hidden_by_a_ruling check (status <> 'hidden' or ruled_at is not null),
  add constraint posts_flagged_await_a_ruling check (status <> 'flagged' or ruled_at is null);

alter table responses
  drop constraint responses_status_check,
  drop constraint responses_check,
  add column hidden_reason text,
  add column ruled_at timestamptz,
  -- What it was before the flag, and is again where the flag was unfounded; of old flags nobody noted it.
  add column flagged_from text check (flagged_from in ('pending', 'approved', 'endorsed')),
  add constraint responses_status_check check (status in ('pending', 'approved', 'endorsed', 'flagged', 'hidden')),
  add constraint responses_flagged_for_a_reason check (status = 'flagged' or ruled_at is not null or flag_reason is null),
  add constraint responses_hidden_for_a_reason check ((status = 'hidden') = (hidden_reason is not null)),
  add constraint responses_hidden_by_a_ruling check (status <> 'hidden' or ruled_at is not null),
  add constraint responses_flagged_await_a_ruling check (status <> 'flagged' or ruled_at is null),
  add constraint responses_flagged_from_somewhere check (status in ('flagged', 'hidden') or flagged_from is null);

-- The admin's list of hidden comments, newest first.
create index responses_hidden on responses (created_at, id) where status = 'hidden';
