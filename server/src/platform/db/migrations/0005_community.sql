-- A photo uploaded for a post that may come: the claim of one farmer to it, cleared after a week.
create table post_photos (
  id uuid primary key default gen_random_uuid(),
  farmer_id uuid not null references users (id),
  photo_hash text not null references photos (hash),
  created_at timestamptz not null
);
create index post_photos_by_age on post_photos (created_at);
create index post_photos_by_photo on post_photos (photo_hash);

-- Farmers' posts on the board.
create table posts (
  id uuid primary key default gen_random_uuid(),
  farmer_id uuid not null references users (id),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 5000),
  crop_type text not null check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS')),
  disease_type text not null check (disease_type in ('common_rust', 'leaf_blust', 'gray_leaf_spot', 'none')),
  urgency_level text not null check (urgency_level in ('low', 'medium', 'high')),
  -- As the queue sorts: the most urgent first.
  urgency_order smallint not null
    generated always as (case urgency_level when 'high' then 0 when 'medium' then 1 else 2 end) stored,
  photo_hash text references photos (hash),
  analysis_id uuid,
  status text not null default 'pending' check (status in ('pending', 'flagged', 'hidden', 'approved', 'withdrawn')),
  flag_reason text,
  -- When an expert last moved it.
  moderated_at timestamptz,
  version integer not null default 1 check (version > 0),
  -- What makes two posts the same, whatever their spaces and case.
  fingerprint bytea not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- The comments that show, and since when an expert's does; the trigger below keeps them.
  farmer_comment_count integer not null default 0 check (farmer_comment_count >= 0),
  expert_comment_count integer not null default 0 check (expert_comment_count >= 0),
  first_answered_at timestamptz,
  -- When all experts were told that nobody answered.
  raised_at timestamptz,
  search_vector tsvector not null generated always as (to_tsvector('simple', title || ' ' || content)) stored,
  hidden_reason text,
  -- Since when an admin's decision holds: of a hidden post, or of one whose flag was dismissed until somebody moves it again.
  decided_at timestamptz,
  constraint posts_analysis_is_of_its_farmer foreign key (analysis_id, farmer_id) references analyses (id, farmer_id),
  constraint posts_answered_by_somebody check ((expert_comment_count = 0) = (first_answered_at is null)),
  -- An admin decides on an expert's flag: hidden is flagged for good. The reason of the flag stays beside it, so that
  -- either can be taken back.
  constraint posts_flagged_for_a_reason check (status = 'flagged' or decided_at is not null or flag_reason is null),
  constraint posts_hidden_for_a_reason check ((status = 'hidden') = (hidden_reason is not null)),
  constraint posts_hidden_by_a_decision check (status <> 'hidden' or decided_at is not null),
  constraint posts_flagged_await_a_decision check (status <> 'flagged' or decided_at is null)
) with (fillfactor = 90);
-- One farmer says one thing once, until it is withdrawn.
create unique index posts_said_once on posts (farmer_id, fingerprint) where status <> 'withdrawn';
create index posts_of_farmer on posts (farmer_id, created_at, id);
create index posts_by_photo on posts (photo_hash) where photo_hash is not null;
create index posts_by_analysis on posts (analysis_id) where analysis_id is not null;
create index posts_by_words on posts using gin (search_vector);
create index posts_by_answer on posts (first_answered_at) where first_answered_at is not null and status = 'approved';
create index posts_waiting_for_an_answer on posts (created_at)
  where urgency_level = 'high' and first_answered_at is null and raised_at is null and status in ('pending', 'approved');
-- Each list in its order, whichever filters are set: the ones above serve newest first, the ones below the queue and
-- an urgency. A list then costs what it shows, however long it is.
create index posts_newest on posts (status, created_at, id);
create index posts_newest_of_crop on posts (status, crop_type, created_at, id);
create index posts_newest_of_disease on posts (status, disease_type, created_at, id);
create index posts_newest_of_both on posts (status, crop_type, disease_type, created_at, id);
create index posts_queue on posts (status, urgency_order, created_at, id);
create index posts_queue_of_crop on posts (status, crop_type, urgency_order, created_at, id);
create index posts_queue_of_disease on posts (status, disease_type, urgency_order, created_at, id);
create index posts_queue_of_both on posts (status, crop_type, disease_type, urgency_order, created_at, id);

-- How many posts each filter leaves, so that no list counts its rows.
create table post_tallies (
  status text not null,
  crop_type text not null,
  disease_type text not null,
  urgency_level text not null,
  count integer not null check (count >= 0),
  primary key (status, crop_type, disease_type, urgency_level)
);

-- How many posts each farmer has that are not withdrawn, by what they are about.
create table own_post_tallies (
  farmer_id uuid not null references users (id),
  disease_type text not null,
  count integer not null check (count >= 0),
  primary key (farmer_id, disease_type)
);

-- Comments on posts.
create table responses (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id),
  author_id uuid not null references users (id),
  author_role text not null check (author_role in ('farmer', 'expert')),
  -- The comment that an expert answers, on the same post.
  reply_to uuid,
  content text not null check (char_length(content) between 1 and 2000),
  status text not null check (status in ('pending', 'approved', 'endorsed', 'flagged', 'hidden')),
  -- Since when it shows to everybody.
  shown_at timestamptz,
  flag_reason text,
  fingerprint bytea not null,
  created_at timestamptz not null,
  hidden_reason text,
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
create index responses_by_reply on responses (reply_to) where reply_to is not null;
-- The admin's list of flagged comments, newest first.
create index responses_flagged on responses (created_at, id) where status = 'flagged';
-- The admin's list of hidden comments, newest first.
create index responses_hidden on responses (created_at, id) where status = 'hidden';
-- The experts' queue of comments over all posts, longest waiting first.
create index responses_pending on responses (created_at, id) where status = 'pending';

-- Earlier texts of edited answers.
create table response_versions (
  response_id uuid not null references responses (id) on delete cascade,
  -- When this text was written.
  written_at timestamptz not null,
  content text not null check (char_length(content) between 1 and 2000),
  primary key (response_id, written_at)
);

-- How many answers of an expert everybody can read, and how many of them another expert endorsed.
create table answer_tallies (
  expert_id uuid primary key references users (id),
  answers integer not null check (answers >= 0),
  endorsed integer not null check (endorsed >= 0),
  constraint answer_tallies_endorsed_are_answers check (endorsed <= answers)
);

-- The last move of an expert on a post or comment, so that the same expert can undo it for a minute.
create table moderation_moves (
  -- The post or comment; a new move replaces the previous one.
  subject_id uuid primary key,
  expert_id uuid not null references users (id),
  action text not null check (action in ('flag', 'unflag', 'approve', 'endorse')),
  -- Columns of the subject before and after the move. An undo restores the first if the second still apply.
  before jsonb not null,
  after jsonb not null,
  -- Unread notifications that the move deleted.
  retracted jsonb not null,
  -- By the clock of the database, which all server processes share.
  moved_at timestamptz not null default now(),
  -- Undoing a move takes back the answer that came with it.
  answer_id uuid
);
create index moderation_moves_by_age on moderation_moves (moved_at);
create index moderation_moves_of_expert on moderation_moves (expert_id);

-- Texts that experts keep for their answers. Deleted with the account.
create table saved_replies (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references users (id),
  title text not null check (char_length(title) between 1 and 80),
  content text not null check (char_length(content) between 1 and 2000),
  -- Id of an article whose link is inserted with the text.
  article text check (article ~ '^[a-z0-9-]{1,80}$'),
  -- Other experts may read and insert it.
  is_shared boolean not null default false,
  saved_at timestamptz not null
);
create index saved_replies_of_author on saved_replies (author_id, title);
create index saved_replies_shared on saved_replies (title) where is_shared;

-- Why somebody has their points. Each act counts once: what is given the first, third … time was taken back in between.
create table point_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  reason text not null check (reason in ('post_approved', 'response_approved', 'response_endorsed')),
  subject_id uuid not null,
  nth smallint not null check (nth > 0),
  points integer not null,
  at timestamptz not null,
  constraint point_entries_in_turn unique (reason, subject_id, nth),
  constraint point_entries_given_then_taken check (
    points = (case nth % 2 when 1 then 1 else -1 end)
      * (case reason when 'post_approved' then 5 when 'response_approved' then 3 else 10 end)
  )
);
create index point_entries_of_user on point_entries (user_id, id);

-- How often each person has decided or answered on the board.
create table action_tallies (
  actor_id uuid not null,
  action text not null,
  count integer not null check (count > 0),
  primary key (actor_id, action)
);

-- Points are history: an entry is never changed, only balanced by another.
create trigger point_entries_is_append_only before update or delete on point_entries
  for each row execute function reject_change();

-- Once a statement, in the order of the key: two transactions wait for each other but never in a circle.
create function tally_new_posts() returns trigger language plpgsql as $$
begin
  insert into post_tallies as t (status, crop_type, disease_type, urgency_level, count)
    select status, crop_type, disease_type, urgency_level, count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (status, crop_type, disease_type, urgency_level) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger posts_are_tallied after insert on posts referencing new table as added
  for each statement execute function tally_new_posts();

create function tally_changed_posts() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select status, crop_type, disease_type, urgency_level, sum(n) as n from (
      select status, crop_type, disease_type, urgency_level, -1 as n from before
      union all
      select status, crop_type, disease_type, urgency_level, 1 from after
    ) both_sides
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
  loop
    insert into post_tallies (status, crop_type, disease_type, urgency_level, count)
      values (change.status, change.crop_type, change.disease_type, change.urgency_level, 0)
      on conflict do nothing;
    update post_tallies t set count = t.count + change.n
      where (t.status, t.crop_type, t.disease_type, t.urgency_level)
        = (change.status, change.crop_type, change.disease_type, change.urgency_level);
  end loop;
  return null;
end $$;
create trigger changed_posts_are_tallied after update on posts referencing old table as before new table as after
  for each statement execute function tally_changed_posts();

create trigger posts_are_kept before delete on posts for each statement execute function reject_deletion();
-- An expert's comment that nobody sees may be deleted. The counters of visible comments have left it out before.
create trigger responses_are_kept before delete on responses for each row
  when (old.author_role <> 'expert' or old.status <> 'pending') execute function reject_deletion();

-- The counters of a post change in the transaction that shows or hides a comment, so that no list counts comments.
create function count_responses() returns trigger language plpgsql as $$
begin
  with changed as (
    select post_id,
      coalesce(sum(n) filter (where author_role = 'farmer'), 0) as farmers,
      coalesce(sum(n) filter (where author_role = 'expert'), 0) as experts,
      min(shown_at) filter (where n > 0 and author_role = 'expert') as answered_at
    from (
      select post_id, author_role, shown_at, -1 as n from before where shown_at is not null
      union all
      select post_id, author_role, shown_at, 1 from after where shown_at is not null
    ) both_sides
    group by post_id
  )
  update posts p set
    farmer_comment_count = p.farmer_comment_count + changed.farmers,
    expert_comment_count = p.expert_comment_count + changed.experts,
    first_answered_at = case
      when p.expert_comment_count + changed.experts = 0 then null
      else coalesce(p.first_answered_at, changed.answered_at)
    end
  from changed where p.id = changed.post_id and (changed.farmers, changed.experts) <> (0, 0);
  return null;
end $$;
create trigger changed_responses_are_counted after update on responses referencing old table as before new table as after
  for each statement execute function count_responses();

create function count_new_responses() returns trigger language plpgsql as $$
begin
  with changed as (
    select post_id,
      count(*) filter (where author_role = 'farmer') as farmers,
      count(*) filter (where author_role = 'expert') as experts,
      min(shown_at) filter (where author_role = 'expert') as answered_at
    from added where shown_at is not null group by post_id
  )
  update posts p set
    farmer_comment_count = p.farmer_comment_count + changed.farmers,
    expert_comment_count = p.expert_comment_count + changed.experts,
    first_answered_at = coalesce(p.first_answered_at, changed.answered_at)
  from changed where p.id = changed.post_id;
  return null;
end $$;
create trigger responses_are_counted after insert on responses referencing new table as added
  for each statement execute function count_new_responses();

-- users.points is the sum of the entries.
create function add_points() returns trigger language plpgsql as $$
begin
  update users set points = points + new.points where id = new.user_id;
  return null;
end $$;
create trigger point_entries_add_up after insert on point_entries for each row execute function add_points();

-- As tally_new_posts, per farmer.
create function tally_new_own_posts() returns trigger language plpgsql as $$
begin
  insert into own_post_tallies as t (farmer_id, disease_type, count)
    select farmer_id, disease_type, count(*) from added where status <> 'withdrawn' group by 1, 2 order by 1, 2
    on conflict (farmer_id, disease_type) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger own_posts_are_tallied after insert on posts referencing new table as added
  for each statement execute function tally_new_own_posts();

create function tally_changed_own_posts() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select farmer_id, disease_type, sum(n) as n from (
      select farmer_id, disease_type, -1 as n from before where status <> 'withdrawn'
      union all
      select farmer_id, disease_type, 1 from after where status <> 'withdrawn'
    ) both_sides
    group by 1, 2 having sum(n) <> 0 order by 1, 2
  loop
    insert into own_post_tallies (farmer_id, disease_type, count) values (change.farmer_id, change.disease_type, 0)
      on conflict do nothing;
    update own_post_tallies t set count = t.count + change.n
      where (t.farmer_id, t.disease_type) = (change.farmer_id, change.disease_type);
  end loop;
  return null;
end $$;
create trigger changed_own_posts_are_tallied after update on posts referencing old table as before new table as after
  for each statement execute function tally_changed_own_posts();

-- Adds to the answers of one expert.
create function tally_answer(expert uuid, more_answers bigint, more_endorsed bigint) returns void language plpgsql as $$
begin
  if more_answers = 0 and more_endorsed = 0 then return; end if;
  insert into answer_tallies (expert_id, answers, endorsed) values (expert, 0, 0) on conflict do nothing;
  update answer_tallies set answers = answers + more_answers, endorsed = endorsed + more_endorsed
    where expert_id = expert;
end $$;

-- The post is locked first, because an answer counts only while its post is approved, and that may change meanwhile.
create function tally_new_answers() returns trigger language plpgsql as $$
declare change record;
begin
  perform from posts where id in (select post_id from added where author_role = 'expert' and shown_at is not null)
    order by id for no key update;
  for change in
    select a.author_id, count(*) as answers, count(*) filter (where a.status = 'endorsed') as endorsed
    from added a join posts p on p.id = a.post_id and p.status = 'approved'
    where a.author_role = 'expert' and a.shown_at is not null
    group by a.author_id order by a.author_id
  loop
    perform tally_answer(change.author_id, change.answers, change.endorsed);
  end loop;
  return null;
end $$;
create trigger answers_are_tallied after insert on responses referencing new table as added
  for each statement execute function tally_new_answers();

create function tally_changed_answers() returns trigger language plpgsql as $$
declare change record;
begin
  perform from posts where id in (
    select a.post_id from after a join before b on b.id = a.id
    where a.author_role = 'expert' and (a.shown_at is null, a.status) is distinct from (b.shown_at is null, b.status)
  ) order by id for no key update;
  for change in
    select a.author_id,
      sum((a.shown_at is not null)::int - (b.shown_at is not null)::int) as answers,
      sum((a.status = 'endorsed')::int - (b.status = 'endorsed')::int) as endorsed
    from after a join before b on b.id = a.id join posts p on p.id = a.post_id and p.status = 'approved'
    where a.author_role = 'expert' and (a.shown_at is null, a.status) is distinct from (b.shown_at is null, b.status)
    group by a.author_id order by a.author_id
  loop
    perform tally_answer(change.author_id, change.answers, change.endorsed);
  end loop;
  return null;
end $$;
create trigger changed_answers_are_tallied after update on responses referencing old table as before new table as after
  for each statement execute function tally_changed_answers();

-- The answers of a post count only while it is approved.
create function tally_answers_of_posts() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select r.author_id, sum(moved.n) as answers, sum(moved.n) filter (where r.status = 'endorsed') as endorsed
    from (
      select a.id, case when a.status = 'approved' then 1 else -1 end as n
      from after a join before b on b.id = a.id where (a.status = 'approved') <> (b.status = 'approved')
    ) moved
    join responses r on r.post_id = moved.id and r.author_role = 'expert' and r.status in ('approved', 'endorsed')
    group by r.author_id order by r.author_id
  loop
    perform tally_answer(change.author_id, change.answers, coalesce(change.endorsed, 0));
  end loop;
  return null;
end $$;
create trigger answers_of_posts_are_tallied after update on posts referencing old table as before new table as after
  for each statement execute function tally_answers_of_posts();

-- A tally, because the log grows for ever and is not indexed for this. Undone answers are counted, so that the figures of an
-- expert leave them out.
create function tally_action() returns trigger language plpgsql as $$
begin
  insert into action_tallies as t (actor_id, action, count) values (new.actor_id, new.action, 1)
    on conflict (actor_id, action) do update set count = t.count + 1;
  return null;
end $$;
create trigger actions_are_tallied after insert on audit_log for each row
  when (new.actor_id is not null and new.action in ('post.approved', 'post.flagged', 'response.added',
    'response.approved', 'response.flagged', 'response.endorsed', 'post.approval_undone', 'post.flag_undone',
    'response.approval_undone', 'response.flag_undone', 'response.endorsement_undone', 'response.undone'))
  execute function tally_action();
