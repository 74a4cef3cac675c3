-- One row per leaf counts; the rows of duplicates point to it.
create table training_images (
  id uuid primary key default gen_random_uuid(),
  -- Who gave it; for an imported one the pseudonym it came with.
  uploader_id uuid references users (id), pseudonym text check (pseudonym <> ''),
  -- Which of their photos it is, counted from 0 and with those that were not accepted: photos of one plant are neighbours.
  ordinal integer not null check (ordinal >= 0),
  origin text not null check (origin in ('upload', 'report', 'import')), analysis_id uuid references analyses (id),
  photo_hash text references photos (hash), source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Of what the photo looks like: similar photos differ in few bits. The pieces are what it is found by.
  fingerprint bigint not null,
  piece_a integer not null generated always as ((fingerprint >> 48) & 65535) stored,
  piece_b integer not null generated always as ((fingerprint >> 32) & 65535) stored,
  piece_c integer not null generated always as ((fingerprint >> 16) & 65535) stored,
  piece_d integer not null generated always as (fingerprint & 65535) stored,
  given_label text check (given_label in ('common_rust', 'healthy', 'other_disease')),
  label text check (label in ('common_rust', 'healthy', 'other_disease')),
  crop_type text check (crop_type in ('MAIZE', 'WHEAT', 'RICE', 'BEANS')), uploaded_at timestamptz not null,
  state text not null check (state in ('waiting', 'accepted', 'refused', 'duplicate', 'withdrawn')),
  reason text constraint training_images_reason_is_known check (reason in ('contradicts_model', 'contradicts_expert', 'reported',
    'agreement_low', 'seen_before', 'refused_by_expert', 'no_agreement', 'expert_excluded')),
  duplicate_of uuid references training_images (id),
  -- The place in which it was accepted: what a session has seen is what came up to some place.
  accepted_as bigint,
  -- Several experts agreed on it and none disagreed: what a third says of it measures the third.
  is_control boolean not null default false,
  -- The card of the disease on which the experts who gave the accepted label agreed as well; null without such a name.
  disease text,
  constraint training_images_from_somebody check (num_nonnulls(uploader_id, pseudonym) = 1),
  constraint training_images_report_of_an_answer check ((origin = 'report') = (analysis_id is not null)),
  constraint training_images_withdrawn_without_photo check ((state = 'withdrawn') = (photo_hash is null)),
  constraint training_images_duplicate_of_another check ((state = 'duplicate') = (duplicate_of is not null)),
  constraint training_images_accepted_with_label check (state <> 'accepted' or label is not null),
  constraint training_images_accepted_in_turn check ((state = 'accepted') = (accepted_as is not null)),
  constraint training_images_control_is_accepted check (state = 'accepted' or not is_control)
);
create sequence training_images_accepted_as owned by training_images.accepted_as;
create unique index training_images_counted_once on training_images (source_hash) where state in ('waiting', 'accepted', 'refused');
create unique index training_images_sent_once on training_images (uploader_id, source_hash) where state <> 'withdrawn';
create unique index training_images_in_turn on training_images (coalesce(uploader_id::text, pseudonym), ordinal);
create unique index training_images_accepted on training_images (accepted_as) include (label) where accepted_as is not null;
create index training_images_of_uploader on training_images (uploader_id, uploaded_at, id);
create index training_images_of_uploader_by_state on training_images (uploader_id, state, uploaded_at, id)
  include (label, accepted_as);
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

-- What a network makes of a photo, little-endian float32: computed once, and again only by another network.
create table training_embeddings (
  image_id uuid not null references training_images (id), network text not null check (network <> ''),
  embedding bytea not null check (length(embedding) > 0),
  primary key (image_id, network)
);

-- What experts say a photo shows: one word each. A label of null means that nothing can be learnt from it.
create table training_votes (
  image_id uuid not null references training_images (id), expert_id uuid not null references users (id),
  -- A vote comes with an upload of the leaf or out of the queue; one about a control photo only measures the expert.
  kind text not null check (kind in ('upload', 'review', 'control')),
  label text check (label in ('common_rust', 'healthy', 'other_disease')),
  -- Of a control photo: whether it is what the others had said.
  agreed boolean, at timestamptz not null, disease text,
  constraint training_votes_once primary key (image_id, expert_id),
  constraint training_votes_upload_has_label check (kind <> 'upload' or label is not null),
  constraint training_votes_control_is_measured check ((kind = 'control') = (agreed is not null)),
  constraint training_votes_disease_has_label check (disease is null or label in ('common_rust', 'other_disease'))
);
create index training_votes_of_expert on training_votes (expert_id, at) include (kind, agreed);

-- A training session: a job that any process may take up. Queued or running is one at a time, over all processes.
create table training_sessions (
  id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('queued', 'running', 'promoted', 'kept', 'failed')),
  phase text not null check (phase in ('waiting', 'reading', 'fitting', 'checking', 'done')),
  progress smallint not null default 0 check (progress between 0 and 100), started_by uuid references users (id),
  created_at timestamptz not null, started_at timestamptz, finished_at timestamptz, up_to bigint not null,
  network text not null, parent text not null, version text, figures jsonb, reasons jsonb not null default '[]',
  -- Another process takes over when the last sign of life has grown old.
  runner uuid, seen_alive_at timestamptz, attempts smallint not null default 0,
  -- A withdrawal refits a version without withdrawn photos. It learns nothing new, so a pause does not stop it.
  kind text not null default 'teaching' constraint training_sessions_kind_is_known check (kind in ('teaching', 'withdrawal')),
  constraint training_sessions_end check ((state in ('promoted', 'kept', 'failed')) = (finished_at is not null)),
  constraint training_sessions_promoted_a_version check ((state = 'promoted') = (version is not null)),
  constraint training_sessions_run_by_somebody check (state <> 'running' or num_nulls(runner, seen_alive_at, started_at) = 0)
);
create unique index training_sessions_one_at_a_time on training_sessions ((true)) where state in ('queued', 'running');
create index training_sessions_newest on training_sessions (created_at, id);

create table training_session_people (
  session_id uuid not null references training_sessions (id), user_id uuid not null references users (id),
  images integer not null check (images >= 0),
  primary key (session_id, user_id)
);
create index training_session_people_by_user on training_session_people (user_id);

create table model_heads (
  version text primary key check (version <> ''), network text not null, parent text references model_heads (version),
  session_id uuid unique references training_sessions (id), head bytea not null check (length(head) > 0),
  created_at timestamptz not null, is_active boolean not null default false, activated_at timestamptz,
  activated_by uuid references users (id),
  constraint model_heads_shipped_or_made check ((version = network) = (session_id is null)),
  constraint model_heads_made_of_another check ((parent is null) = (session_id is null)),
  constraint model_heads_active_since check (not is_active or activated_at is not null)
);
alter table training_sessions add constraint training_sessions_version_is_there
  foreign key (version) references model_heads (version);
create unique index model_heads_one_active on model_heads (network) where is_active;
create index model_heads_newest on model_heads (created_at, version);

create table model_approvals (
  version text not null references model_heads (version), expert_id uuid not null references users (id),
  at timestamptz not null,
  primary key (version, expert_id)
);
create index model_approvals_by_expert on model_approvals (expert_id);

-- While an administrator pauses teaching, no session starts. One pause is open at a time.
create table teaching_pauses (
  id uuid primary key default gen_random_uuid(), paused_at timestamptz not null,
  paused_by uuid not null references users (id), resumed_at timestamptz, resumed_by uuid references users (id),
  constraint teaching_pauses_end_is_complete check (num_nulls(resumed_at, resumed_by) in (0, 2))
);
create unique index teaching_pauses_one_open on teaching_pauses ((true)) where resumed_at is null;
create index teaching_pauses_by_admin on teaching_pauses (paused_by);
create index teaching_pauses_resumed_by on teaching_pauses (resumed_by) where resumed_by is not null;

-- Photos and labels of one expert. A job decides the photos again (applied_at) and refits the version (refit_id).
create table training_exclusions (
  id uuid primary key default gen_random_uuid(), expert_id uuid not null references users (id),
  excluded_at timestamptz not null, excluded_by uuid not null references users (id), applied_at timestamptz,
  refit_id uuid references training_sessions (id), readmitted_at timestamptz, readmitted_by uuid references users (id),
  constraint training_exclusions_end_is_complete check (num_nulls(readmitted_at, readmitted_by) in (0, 2))
);
create unique index training_exclusions_one_open on training_exclusions (expert_id) where readmitted_at is null;
create index training_exclusions_by_expert on training_exclusions (expert_id, excluded_at);
create index training_exclusions_by_admin on training_exclusions (excluded_by);
create index training_exclusions_readmitted_by on training_exclusions (readmitted_by) where readmitted_by is not null;
create index training_exclusions_by_refit on training_exclusions (refit_id) where refit_id is not null;

create table photo_consents (user_id uuid primary key references users (id), given_at timestamptz not null);

create table guide_photos (
  image_id uuid primary key references training_images (id),
  -- The article, and the label that it follows from: a photo whose label changed no longer belongs there.
  card text not null check (card <> ''),
  label text not null constraint guide_photos_label_is_known check (label in ('common_rust', 'healthy', 'other_disease')),
  sharpness double precision not null check (sharpness >= 0), chosen_at timestamptz not null, removed_at timestamptz
);
create index guide_photos_of_card on guide_photos (card, sharpness desc, image_id) where removed_at is null;

-- The uploader is in another table, which a check cannot read.
create function reject_own_review() returns trigger language plpgsql as $$
begin
  if new.kind <> 'upload' and exists (select from training_images where id = new.image_id and uploader_id = new.expert_id) then
    raise exception 'experts do not review their own photos'
      using errcode = 'check_violation', constraint = 'training_votes_of_others';
  end if;
  return new;
end $$;
create trigger training_votes_are_of_others before insert or update on training_votes
  for each row execute function reject_own_review();

-- Answers name their version, so a version never changes.
create trigger model_heads_never_change before update on model_heads
  for each row execute function reject_change_of_columns('version', 'network', 'head');

-- The pause is in another table, which a check cannot read.
create function reject_session_while_paused() returns trigger language plpgsql as $$
begin
  if new.kind = 'teaching' and exists (select from teaching_pauses where resumed_at is null) then
    raise exception 'teaching is paused'
      using errcode = 'check_violation', constraint = 'training_sessions_not_while_paused';
  end if;
  return new;
end $$;
create trigger training_sessions_start_unless_paused before insert on training_sessions
  for each row execute function reject_session_while_paused();
