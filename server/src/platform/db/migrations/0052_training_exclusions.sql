-- An administrator withdraws the photos and labels of one expert, and may use them again. A job decides the expert's photos
-- anew (applied_at), and the version that learned from them is taught again without them (refit_id).
create table training_exclusions (
  id uuid primary key default gen_random_uuid(),
  expert_id uuid not null references users (id),
  excluded_at timestamptz not null,
  excluded_by uuid not null references users (id),
  applied_at timestamptz,
  refit_id uuid references training_sessions (id),
  readmitted_at timestamptz,
  readmitted_by uuid references users (id),
  constraint training_exclusions_end_is_complete check (num_nulls(readmitted_at, readmitted_by) in (0, 2))
);
create unique index training_exclusions_one_open on training_exclusions (expert_id) where readmitted_at is null;
create index training_exclusions_by_expert on training_exclusions (expert_id, excluded_at);
create index training_exclusions_by_admin on training_exclusions (excluded_by);
create index training_exclusions_readmitted_by on training_exclusions (readmitted_by) where readmitted_by is not null;
create index training_exclusions_by_refit on training_exclusions (refit_id) where refit_id is not null;

alter table training_images drop constraint training_images_reason_check;
alter table training_images add constraint training_images_reason_is_known check (reason in ('contradicts_model',
  'contradicts_expert', 'reported', 'agreement_low', 'seen_before', 'refused_by_expert', 'no_agreement',
  'expert_excluded')) not valid;

-- A session of kind `withdrawal` teaches a version again without withdrawn photos. It learns nothing new, so a pause does
-- not stop it.
alter table training_sessions add column kind text not null default 'teaching';
alter table training_sessions add constraint training_sessions_kind_is_known
  check (kind in ('teaching', 'withdrawal')) not valid;

create or replace function refuse_session_while_paused() returns trigger language plpgsql as $$
begin
  if new.kind = 'teaching' and exists (select from teaching_pauses where resumed_at is null) then
    raise exception 'teaching is paused'
      using errcode = 'check_violation', constraint = 'training_sessions_not_while_paused';
  end if;
  return new;
end $$;

-- How many labels an expert gave, with those of the expert's own photos.
alter table training_people add column votes integer not null default 0;
create index training_people_by_votes on training_people (votes, user_id) where votes > 0;
create or replace function count_training_person() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'training_session_people' then
    insert into training_people (user_id, sessions) values (new.user_id, 1)
      on conflict (user_id) do update set sessions = training_people.sessions + 1;
  else
    insert into training_people (user_id, votes, controls, controls_agreed)
      values (new.expert_id, 1, (new.kind = 'control')::integer, coalesce(new.agreed, false)::integer)
      on conflict (user_id) do update set votes = training_people.votes + 1,
        controls = training_people.controls + excluded.controls,
        controls_agreed = training_people.controls_agreed + excluded.controls_agreed;
  end if;
  return null;
end $$;
insert into training_people (user_id, votes) select expert_id, count(*) from training_votes group by expert_id
  on conflict (user_id) do update set votes = excluded.votes;
