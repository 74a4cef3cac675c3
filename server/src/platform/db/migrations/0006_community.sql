-- A post may only show an analysis of its own farmer: the pair is what it refers to.
alter table analyses add constraint analyses_of_their_farmer unique (id, farmer_id);

-- A photo uploaded for a post that may come: the claim of one farmer to it, cleared after a week.
create table post_photos (
  id uuid primary key default gen_random_uuid(),
  farmer_id uuid not null references users (id),
  photo_hash text not null references photos (hash),
  created_at timestamptz not null
);
create index post_photos_by_age on post_photos (created_at);
create index post_photos_by_photo on post_photos (photo_hash);

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
  status text not null default 'pending' check (status in ('pending', 'flagged', 'approved', 'withdrawn')),
  flag_reason text check (status = 'flagged' or flag_reason is null),
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
  constraint posts_analysis_is_of_its_farmer foreign key (analysis_id, farmer_id) references analyses (id, farmer_id),
  constraint posts_answered_by_somebody check ((expert_comment_count = 0) = (first_answered_at is null))
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
declare
  change record;
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

create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted', tg_table_name;
end $$;
create trigger posts_are_kept before delete on posts for each statement execute function refuse_deletion();

create table responses (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id),
  author_id uuid not null references users (id),
  author_role text not null check (author_role in ('farmer', 'expert')),
  -- The comment that an expert answers, on the same post.
  reply_to uuid,
  content text not null check (char_length(content) between 1 and 2000),
  status text not null check (status in ('pending', 'approved', 'endorsed', 'flagged')),
  -- Since when it shows to everybody.
  shown_at timestamptz,
  flag_reason text check (status = 'flagged' or flag_reason is null),
  fingerprint bytea not null,
  created_at timestamptz not null,
  constraint responses_on_their_post unique (id, post_id),
  constraint responses_reply_on_the_same_post foreign key (reply_to, post_id) references responses (id, post_id),
  constraint responses_experts_reply check (author_role = 'expert' or reply_to is null),
  constraint responses_farmers_are_endorsed check (author_role = 'farmer' or status <> 'endorsed'),
  constraint responses_shown_since check ((shown_at is not null) = (status in ('approved', 'endorsed')))
);
create unique index responses_said_once on responses (post_id, author_id, coalesce(reply_to, post_id), fingerprint);
create index responses_shown on responses (post_id, author_role, created_at, id) where status in ('approved', 'endorsed');
create index responses_of_post on responses (post_id, created_at, id);
create index responses_of_post_by_status on responses (post_id, status, created_at, id);
create index responses_of_author on responses (author_id, created_at);
create index responses_by_reply on responses (reply_to) where reply_to is not null;

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
create trigger changed_responses_are_counted after update on responses referencing old table as before new table as after
  for each statement execute function count_responses();
create trigger responses_are_kept before delete on responses for each statement execute function refuse_deletion();

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
create trigger point_entries_is_append_only before update or delete on point_entries
  for each row execute function refuse_change();

create function add_points() returns trigger language plpgsql as $$
begin
  update users set points = points + new.points where id = new.user_id;
  return null;
end $$;
create trigger point_entries_add_up after insert on point_entries for each row execute function add_points();
