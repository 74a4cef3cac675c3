-- Photos that people gave the model to learn from. Of one leaf there is one row that counts, however often it was sent;
-- the other rows point to it.
create table training_images (
  id uuid primary key default gen_random_uuid(),
  -- Who gave it; for an imported one the pseudonym it came with.
  uploader_id uuid references users (id),
  pseudonym text check (pseudonym <> ''),
  -- Which of their photos it is, counted from 0 and with those that were not accepted: photos of one plant are neighbours.
  ordinal integer not null check (ordinal >= 0),
  origin text not null check (origin in ('upload', 'report', 'import')),
  -- The answer that somebody called wrong.
  analysis_id uuid references analyses (id),
  photo_hash text references photos (hash),
  -- Of the bytes as they were sent.
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Of what the photo looks like: similar photos differ in few bits. The pieces are what it is found by.
  fingerprint bigint not null,
  piece_a integer not null generated always as ((fingerprint >> 48) & 65535) stored,
  piece_b integer not null generated always as ((fingerprint >> 32) & 65535) stored,
  piece_c integer not null generated always as ((fingerprint >> 16) & 65535) stored,
  piece_d integer not null generated always as (fingerprint & 65535) stored,
  given_label text check (given_label in ('common_rust', 'healthy', 'other_disease')),
  label text check (label in ('common_rust', 'healthy', 'other_disease')),
  crop_type text check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS')),
  uploaded_at timestamptz not null,
  state text not null check (state in ('waiting', 'accepted', 'refused', 'duplicate', 'withdrawn')),
  reason text check (reason in ('contradicts_model', 'contradicts_expert', 'reported', 'agreement_low', 'seen_before',
    'refused_by_expert', 'no_agreement')),
  duplicate_of uuid references training_images (id),
  -- The place in which it was accepted: what a session has seen is what came up to some place.
  accepted_as bigint,
  -- Several experts agreed on it and none disagreed: what a third says of it measures the third.
  is_control boolean not null default false,
  constraint training_images_from_somebody check (num_nonnulls(uploader_id, pseudonym) = 1),
  constraint training_images_report_of_an_answer check ((origin = 'report') = (analysis_id is not null)),
  constraint training_images_withdrawn_without_photo check ((state = 'withdrawn') = (photo_hash is null)),
  constraint training_images_duplicate_of_another check ((state = 'duplicate') = (duplicate_of is not null)),
  constraint training_images_accepted_with_label check (state <> 'accepted' or label is not null),
  constraint training_images_accepted_in_turn check ((state = 'accepted') = (accepted_as is not null)),
  constraint training_images_control_is_accepted check (state = 'accepted' or not is_control)
);
create sequence training_images_accepted_as owned by training_images.accepted_as;

-- The same bytes count once, and nobody sends them twice.
create unique index training_images_counted_once on training_images (source_hash)
  where state in ('waiting', 'accepted', 'refused');
create unique index training_images_sent_once on training_images (uploader_id, source_hash) where state <> 'withdrawn';
create unique index training_images_in_turn on training_images (coalesce(uploader_id::text, pseudonym), ordinal);
create unique index training_images_accepted on training_images (accepted_as) where accepted_as is not null;
create index training_images_of_uploader on training_images (uploader_id, uploaded_at, id);
create index training_images_of_uploader_by_state on training_images (uploader_id, state, uploaded_at, id);
create index training_images_waiting on training_images (uploaded_at, id) where state = 'waiting';
create index training_images_waiting_of_crop on training_images (crop_type, uploaded_at, id) where state = 'waiting';
create index training_images_controls on training_images (id) where is_control;
create index training_images_by_photo on training_images (photo_hash) where photo_hash is not null;
create index training_images_by_analysis on training_images (analysis_id) where analysis_id is not null;
create index training_images_duplicates on training_images (duplicate_of, uploaded_at) where duplicate_of is not null;
create index training_images_by_a on training_images (piece_a) where state in ('waiting', 'accepted', 'refused');
create index training_images_by_b on training_images (piece_b) where state in ('waiting', 'accepted', 'refused');
create index training_images_by_c on training_images (piece_c) where state in ('waiting', 'accepted', 'refused');
create index training_images_by_d on training_images (piece_d) where state in ('waiting', 'accepted', 'refused');
create trigger training_images_are_kept before delete on training_images
  for each statement execute function refuse_deletion();

-- What a network makes of a photo, little-endian float32: computed once, and again only by another network.
create table training_embeddings (
  image_id uuid not null references training_images (id),
  network text not null check (network <> ''),
  embedding bytea not null check (length(embedding) > 0),
  primary key (image_id, network)
);

-- What experts say a photo shows: one word each. A label of null means that nothing can be learnt from it.
create table training_votes (
  image_id uuid not null references training_images (id),
  expert_id uuid not null references users (id),
  -- A vote comes with an upload of the leaf or out of the queue; one about a control photo only measures the expert.
  kind text not null check (kind in ('upload', 'review', 'control')),
  label text check (label in ('common_rust', 'healthy', 'other_disease')),
  -- Of a control photo: whether it is what the others had said.
  agreed boolean,
  at timestamptz not null,
  constraint training_votes_once primary key (image_id, expert_id),
  constraint training_votes_upload_has_label check (kind <> 'upload' or label is not null),
  constraint training_votes_control_is_measured check ((kind = 'control') = (agreed is not null))
);
create index training_votes_of_expert on training_votes (expert_id, at);

create function refuse_own_review() returns trigger language plpgsql as $$
begin
  if new.kind <> 'upload' and exists (select from training_images where id = new.image_id and uploader_id = new.expert_id) then
    raise exception 'experts do not review their own photos'
      using errcode = 'check_violation', constraint = 'training_votes_of_others';
  end if;
  return new;
end $$;
create trigger training_votes_are_of_others before insert or update on training_votes
  for each row execute function refuse_own_review();

-- A training session: a job that any process may take up. Queued or running is one at a time, over all processes.
create table training_sessions (
  id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('queued', 'running', 'promoted', 'kept', 'failed')),
  phase text not null check (phase in ('waiting', 'reading', 'fitting', 'checking', 'done')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Null for one that started by itself.
  started_by uuid references users (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- It learns from what was accepted up to this place.
  up_to bigint not null,
  network text not null,
  parent text not null,
  version text,
  figures jsonb,
  reasons jsonb not null default '[]',
  -- Who works on it: whoever else wants to must first have seen the last sign of life grow old.
  runner uuid,
  seen_alive_at timestamptz,
  attempts smallint not null default 0,
  constraint training_sessions_end check ((state in ('promoted', 'kept', 'failed')) = (finished_at is not null)),
  constraint training_sessions_promoted_a_version check ((state = 'promoted') = (version is not null)),
  constraint training_sessions_run_by_somebody check (state <> 'running' or num_nulls(runner, seen_alive_at, started_at) = 0)
);
create unique index training_sessions_one_at_a_time on training_sessions ((true)) where state in ('queued', 'running');
create index training_sessions_newest on training_sessions (created_at, id);

-- Whose photos a session learnt from, and who started it.
create table training_session_people (
  session_id uuid not null references training_sessions (id),
  user_id uuid not null references users (id),
  images integer not null check (images >= 0),
  primary key (session_id, user_id)
);
create index training_session_people_by_user on training_session_people (user_id);

-- Versions of the model: the shipped head of each network, and those that sessions made. One of each network is active.
create table model_heads (
  version text primary key check (version <> ''),
  network text not null,
  parent text references model_heads (version),
  session_id uuid unique references training_sessions (id),
  head bytea not null check (length(head) > 0),
  created_at timestamptz not null,
  is_active boolean not null default false,
  activated_at timestamptz,
  activated_by uuid references users (id),
  constraint model_heads_shipped_or_made check ((version = network) = (session_id is null)),
  constraint model_heads_made_of_another check ((parent is null) = (session_id is null)),
  constraint model_heads_active_since check (not is_active or activated_at is not null)
);
create unique index model_heads_one_active on model_heads (network) where is_active;
create index model_heads_newest on model_heads (created_at, version);
alter table training_sessions add constraint training_sessions_version_is_there
  foreign key (version) references model_heads (version);

create function refuse_another_head() returns trigger language plpgsql as $$
begin
  if (new.version, new.network, new.head) is distinct from (old.version, old.network, old.head) then
    raise exception 'a version of the model never changes';
  end if;
  return new;
end $$;
create trigger model_heads_never_change before update on model_heads
  for each row execute function refuse_another_head();
create trigger model_heads_are_kept before delete on model_heads
  for each statement execute function refuse_deletion();

-- Counted by triggers, so that figures cost the same however many photos there are. Those of everybody have the id of nobody.
create table training_tallies (
  user_id uuid not null,
  state text not null,
  label text not null,
  count integer not null check (count >= 0),
  primary key (user_id, state, label)
);

create function tally_changes(changes jsonb) returns void language plpgsql as $$
declare
  change record;
begin
  for change in
    select * from jsonb_to_recordset(changes) as c (user_id uuid, state text, label text, n integer) order by 1, 2, 3
  loop
    insert into training_tallies (user_id, state, label, count)
      values (change.user_id, change.state, change.label, 0) on conflict do nothing;
    update training_tallies t set count = t.count + change.n
      where (t.user_id, t.state, t.label) = (change.user_id, change.state, change.label);
  end loop;
end $$;
create function tally_new_training_images() returns trigger language plpgsql as $$
begin
  perform tally_changes((
    select jsonb_agg(c) from (
      select owner as user_id, state, coalesce(label, '') as label, count(*) as n
      from added, unnest(array[uploader_id, '00000000-0000-0000-0000-000000000000']) as owner
      where owner is not null group by 1, 2, 3
    ) c
  ));
  return null;
end $$;
create function tally_changed_training_images() returns trigger language plpgsql as $$
begin
  perform tally_changes((
    select jsonb_agg(c) from (
      select owner as user_id, state, label, sum(n) as n
      from (
        select uploader_id, state, coalesce(label, '') as label, -1 as n from before
        union all
        select uploader_id, state, coalesce(label, ''), 1 from after
      ) both_sides, unnest(array[uploader_id, '00000000-0000-0000-0000-000000000000']) as owner
      where owner is not null group by 1, 2, 3 having sum(n) <> 0
    ) c
  ));
  return null;
end $$;
create trigger training_images_are_tallied after insert on training_images referencing new table as added
  for each statement execute function tally_new_training_images();
create trigger changed_training_images_are_tallied after update on training_images
  referencing old table as before new table as after
  for each statement execute function tally_changed_training_images();

-- What a person did for training, beside their photos.
create table training_people (
  user_id uuid primary key references users (id),
  sessions integer not null default 0 check (sessions >= 0),
  controls integer not null default 0,
  controls_agreed integer not null default 0 check (controls_agreed between 0 and controls)
);
create function count_training_person() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'training_session_people' then
    insert into training_people (user_id, sessions) values (new.user_id, 1)
      on conflict (user_id) do update set sessions = training_people.sessions + 1;
  elsif new.kind = 'control' then
    insert into training_people (user_id, controls, controls_agreed) values (new.expert_id, 1, new.agreed::integer)
      on conflict (user_id) do update set controls = training_people.controls + 1,
        controls_agreed = training_people.controls_agreed + new.agreed::integer;
  end if;
  return null;
end $$;
create trigger training_session_people_are_counted after insert on training_session_people
  for each row execute function count_training_person();
create trigger training_votes_are_counted after insert on training_votes
  for each row execute function count_training_person();
