-- Experts endorse each other's answers, too, not only the comments of farmers.
alter table responses drop constraint responses_farmers_are_endorsed;

-- How many answers of an expert everybody can read, and how many of them another expert endorsed.
create table answer_tallies (
  expert_id uuid primary key references users (id),
  answers integer not null check (answers >= 0),
  endorsed integer not null check (endorsed >= 0),
  constraint answer_tallies_endorsed_are_answers check (endorsed <= answers)
);

create function tally_answer(expert uuid, more_answers bigint, more_endorsed bigint) returns void language plpgsql as $$
begin
  if more_answers = 0 and more_endorsed = 0 then return; end if;
  insert into answer_tallies (expert_id, answers, endorsed) values (expert, 0, 0) on conflict do nothing;
  update answer_tallies set answers = answers + more_answers, endorsed = endorsed + more_endorsed
    where expert_id = expert;
end $$;

-- The post is locked first, because an answer counts only while its post is approved, and that may change meanwhile.
create function tally_new_answers() returns trigger language plpgsql as $$
declare
  change record;
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
declare
  change record;
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

create function tally_answers_of_posts() returns trigger language plpgsql as $$
declare
  change record;
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

insert into answer_tallies (expert_id, answers, endorsed)
select r.author_id, count(*), 0
from responses r join posts p on p.id = r.post_id and p.status = 'approved'
where r.author_role = 'expert' and r.status = 'approved'
group by r.author_id;
