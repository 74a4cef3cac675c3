-- A photo uploaded for a post that may come: the claim of one farmer to it, cleared after a week.
create table post_photos (
  id uuid primary key default gen_random_uuid(), farmer_id uuid not null references users (id),
  photo_hash text not null references photos (hash), created_at timestamptz not null
);
create index post_photos_by_age on post_photos (created_at);
create index post_photos_by_photo on post_photos (photo_hash);

create table posts (
  id uuid primary key default gen_random_uuid(), farmer_id uuid not null references users (id),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 5000),
  crop_type text not null check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS')),
  disease_type text not null check (disease_type in ('common_rust', 'leaf_blust', 'gray_leaf_spot', 'none')),
  urgency_level text not null check (urgency_level in ('low', 'medium', 'high')),
  -- As the queue sorts: the most urgent first.
  urgency_order smallint not null
    generated always as (case urgency_level when 'high' then 0 when 'medium' then 1 else 2 end) stored,
  photo_hash text references photos (hash), analysis_id uuid,
  status text not null default 'pending' check (status in ('pending', 'flagged', 'hidden', 'approved', 'withdrawn')),
  flag_reason text, moderated_at timestamptz, version integer not null default 1 check (version > 0),
  -- What makes two posts the same, whatever their spaces and case.
  fingerprint bytea not null, created_at timestamptz not null, edited_at timestamptz,
  -- When it was checked for an expert's answer, and all experts were notified if there was none.
  answer_checked_at timestamptz,
  search_vector tsvector not null generated always as (to_tsvector('simple', title || ' ' || content)) stored,
  hidden_reason text,
  -- Since when an admin's decision holds: of a hidden post, or of one whose flag was dismissed until somebody moves it again.
  decided_at timestamptz,
  constraint posts_analysis_is_of_its_farmer foreign key (analysis_id, farmer_id) references analyses (id, farmer_id),
  -- The reason of an expert's flag stays beside the admin's decision, so that either can be undone.
  constraint posts_flagged_for_a_reason check (status = 'flagged' or decided_at is not null or flag_reason is null),
  constraint posts_hidden_for_a_reason check ((status = 'hidden') = (hidden_reason is not null)),
  constraint posts_hidden_by_a_decision check (status <> 'hidden' or decided_at is not null),
  constraint posts_flagged_await_a_decision check (status <> 'flagged' or decided_at is null)
) with (fillfactor = 90);
-- One farmer says one thing once, until it is withdrawn.
create unique index posts_said_once on posts (farmer_id, fingerprint) where status <> 'withdrawn';
create index posts_of_farmer on posts (farmer_id, created_at, id) include (status, disease_type);
create index posts_by_photo on posts (photo_hash) where photo_hash is not null;
create index posts_by_analysis on posts (analysis_id) where analysis_id is not null;
create index posts_by_words on posts using gin (search_vector);
create index posts_unchecked_for_an_answer on posts (created_at)
  where urgency_level = 'high' and answer_checked_at is null and status in ('pending', 'approved');
-- One index for each order and filter of the board: newest first, then the queue by urgency.
create index posts_newest on posts (status, created_at, id);
create index posts_newest_of_crop on posts (status, crop_type, created_at, id);
create index posts_newest_of_disease on posts (status, disease_type, created_at, id);
create index posts_newest_of_both on posts (status, crop_type, disease_type, created_at, id);
create index posts_queue on posts (status, urgency_order, created_at, id);
create index posts_queue_of_crop on posts (status, crop_type, urgency_order, created_at, id);
create index posts_queue_of_disease on posts (status, disease_type, urgency_order, created_at, id);
create index posts_queue_of_both on posts (status, crop_type, disease_type, urgency_order, created_at, id);

create table responses (
  id uuid primary key default gen_random_uuid(), post_id uuid not null references posts (id),
  author_id uuid not null references users (id), author_role text not null check (author_role in ('farmer', 'expert')),
  reply_to uuid, content text not null check (char_length(content) between 1 and 2000),
  status text not null check (status in ('pending', 'approved', 'endorsed', 'flagged', 'hidden')),
  shown_at timestamptz, flag_reason text, fingerprint bytea not null, created_at timestamptz not null, hidden_reason text,
  decided_at timestamptz,
  -- What it was before the flag, and is again where the flag was unfounded.
  flagged_from text check (flagged_from in ('pending', 'approved', 'endorsed')),
  -- Experts may change an answer for an hour. Earlier texts stay readable.
  edited_at timestamptz,
  constraint responses_on_their_post unique (id, post_id),
  constraint responses_reply_on_the_same_post foreign key (reply_to, post_id) references responses (id, post_id),
  constraint responses_experts_reply check (author_role = 'expert' or reply_to is null),
  constraint responses_shown_since check ((shown_at is not null) = (status in ('approved', 'endorsed'))),
  constraint responses_flagged_for_a_reason check (status = 'flagged' or decided_at is not null or flag_reason is null),
  constraint responses_hidden_for_a_reason check ((status = 'hidden') = (hidden_reason is not null)),
  constraint responses_hidden_by_a_decision check (status <> 'hidden' or decided_at is not null),
  constraint responses_flagged_await_a_decision check (status <> 'flagged' or decided_at is null),
  constraint responses_flagged_from_somewhere check (status in ('flagged', 'hidden') or flagged_from is null),
  constraint responses_edited_within_an_hour check (
    edited_at is null or (author_role = 'expert' and edited_at between created_at and created_at + interval '1 hour')
  )
);
create unique index responses_said_once on responses (post_id, author_id, coalesce(reply_to, post_id), fingerprint);
create index responses_shown on responses (post_id, author_role, created_at, id) where status in ('approved', 'endorsed');
create index responses_of_post on responses (post_id, created_at, id);
create index responses_of_post_by_status on responses (post_id, status, created_at, id);
create index responses_of_author on responses (author_id, created_at);
create index responses_of_expert_shown on responses (author_id, post_id) include (status)
  where author_role = 'expert' and status in ('approved', 'endorsed');
create index responses_by_reply on responses (reply_to) where reply_to is not null;
create index responses_flagged on responses (created_at, id) where status = 'flagged';
create index responses_hidden on responses (created_at, id) where status = 'hidden';
create index responses_pending on responses (created_at, id) where status = 'pending';

create table response_versions (
  response_id uuid not null references responses (id) on delete cascade, written_at timestamptz not null,
  content text not null check (char_length(content) between 1 and 2000),
  primary key (response_id, written_at)
);

-- The last move of an expert on a post or comment, so that the same expert can undo it for a minute.
create table moderation_moves (
  -- The post or comment; a new move replaces the previous one.
  subject_id uuid primary key,
  expert_id uuid not null references users (id),
  action text not null check (action in ('flag', 'unflag', 'approve', 'endorse')),
  -- Columns of the subject before and after the move. An undo restores the first if the second still apply.
  before jsonb not null, after jsonb not null, retracted jsonb not null,
  -- By the clock of the database, which all server processes share.
  moved_at timestamptz not null default now(),
  -- Undoing a move takes back the answer that came with it.
  answer_id uuid
);
create index moderation_moves_by_age on moderation_moves (moved_at);
create index moderation_moves_of_expert on moderation_moves (expert_id);

create table saved_replies (
  id uuid primary key default gen_random_uuid(), author_id uuid not null references users (id),
  title text not null check (char_length(title) between 1 and 80),
  content text not null check (char_length(content) between 1 and 2000),
  -- Id of an article whose link is inserted with the text.
  article text check (article ~ '^[a-z0-9-]{1,80}$'),
  is_shared boolean not null default false, saved_at timestamptz not null
);
create index saved_replies_of_author on saved_replies (author_id, title);
create index saved_replies_shared on saved_replies (title) where is_shared;

-- Why somebody has their points. Each act counts once: what is given the first, third … time was taken back in between.
create table point_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  reason text not null check (reason in ('post_approved', 'response_approved', 'response_endorsed')),
  subject_id uuid not null, nth smallint not null check (nth > 0), points integer not null, at timestamptz not null,
  constraint point_entries_in_turn unique (reason, subject_id, nth),
  constraint point_entries_given_then_taken check (
    points = (case nth % 2 when 1 then 1 else -1 end)
      * (case reason when 'post_approved' then 5 when 'response_approved' then 3 else 10 end)
  )
);
create index point_entries_of_user on point_entries (user_id, id);
create trigger point_entries_is_append_only before update or delete on point_entries for each row execute function reject_change();
create trigger responses_are_kept before delete on responses for each row
  when (old.author_role <> 'expert' or old.status <> 'pending') execute function reject_change();
