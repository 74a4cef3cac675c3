-- What the dashboard counts, kept by triggers where it happens: the figures are read from a few rows, however many
-- people, posts, analyses and lines of the log there are.

-- How often each person has decided or answered on the board.
create table act_tallies (
  actor_id uuid not null,
  action text not null,
  count integer not null check (count > 0),
  primary key (actor_id, action)
);
create function tally_act() returns trigger language plpgsql as $$
begin
  insert into act_tallies as t (actor_id, action, count) values (new.actor_id, new.action, 1)
    on conflict (actor_id, action) do update set count = t.count + 1;
  return null;
end $$;
create trigger acts_are_tallied after insert on audit_log for each row
  when (new.actor_id is not null and new.action in ('post.approved', 'post.flagged', 'response.added',
    'response.approved', 'response.flagged', 'response.endorsed'))
  execute function tally_act();
insert into act_tallies (actor_id, action, count)
  select actor_id, action, count(*) from audit_log
  where actor_id is not null and action in ('post.approved', 'post.flagged', 'response.added',
    'response.approved', 'response.flagged', 'response.endorsed')
  group by actor_id, action;

-- How many posts each farmer has that are not withdrawn, by what they are about.
create table own_post_tallies (
  farmer_id uuid not null references users (id),
  disease_type text not null,
  count integer not null check (count >= 0),
  primary key (farmer_id, disease_type)
);
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
declare
  change record;
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
insert into own_post_tallies (farmer_id, disease_type, count)
  select farmer_id, disease_type, count(*) from posts where status <> 'withdrawn' group by 1, 2;

-- How many people there are: by role, for experts by approval, and whether they can sign in.
create table people_tallies (
  role text not null,
  approval text not null,
  is_active boolean not null,
  count integer not null check (count >= 0),
  primary key (role, approval, is_active)
);
create function tally_person(person users, n integer) returns void language sql as $$
  insert into people_tallies as t (role, approval, is_active, count)
    values (person.role, coalesce(person.approval, ''), person.activated_at is not null and person.deactivated_at is null, 0)
    on conflict do nothing;
  update people_tallies t set count = t.count + n
    where (t.role, t.approval, t.is_active) = (person.role, coalesce(person.approval, ''),
      person.activated_at is not null and person.deactivated_at is null);
$$;
-- The row that sorts first is changed first: of two who change the same two rows one waits, and neither for ever.
create function tally_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tally_person(new, 1);
  elsif tg_op = 'DELETE' then
    perform tally_person(old, -1);
  elsif (old.role, coalesce(old.approval, ''), old.activated_at is not null and old.deactivated_at is null)
    < (new.role, coalesce(new.approval, ''), new.activated_at is not null and new.deactivated_at is null) then
    perform tally_person(old, -1);
    perform tally_person(new, 1);
  else
    perform tally_person(new, 1);
    perform tally_person(old, -1);
  end if;
  return null;
end $$;
create trigger people_are_tallied after insert or delete on users for each row execute function tally_people();
create trigger changed_people_are_tallied after update on users for each row
  when ((old.role, old.approval, old.activated_at is null, old.deactivated_at is null)
    is distinct from (new.role, new.approval, new.activated_at is null, new.deactivated_at is null))
  execute function tally_people();
insert into people_tallies (role, approval, is_active, count)
  select role, coalesce(approval, ''), activated_at is not null and deactivated_at is null, count(*)
  from users group by 1, 2, 3;

-- How many analyses everybody has, by month and class. Spread over sixteen rows each, so that people who ask at once
-- seldom wait for each other.
create table all_analysis_tallies (
  month text not null,
  rust_class text not null,
  part smallint not null check (part between 0 and 15),
  count integer not null check (count >= 0),
  primary key (month, rust_class, part)
);
create function tally_all_analyses() returns trigger language plpgsql as $$
declare
  added integer := case tg_op when 'INSERT' then new.count when 'UPDATE' then new.count - old.count else -old.count end;
  changed analysis_tallies := case tg_op when 'DELETE' then old else new end;
begin
  insert into all_analysis_tallies (month, rust_class, part, count)
    values (changed.month, changed.rust_class, hashtext(changed.user_id::text) & 15, 0) on conflict do nothing;
  update all_analysis_tallies t set count = t.count + added
    where (t.month, t.rust_class, t.part) = (changed.month, changed.rust_class, hashtext(changed.user_id::text) & 15);
  return null;
end $$;
create trigger analyses_are_tallied_together after insert or update or delete on analysis_tallies
  for each row execute function tally_all_analyses();
insert into all_analysis_tallies (month, rust_class, part, count)
  select month, rust_class, hashtext(user_id::text) & 15, sum(count) from analysis_tallies group by 1, 2, 3;

-- What every process hears at once (LISTEN kutu): whose notifications changed, and which session or account is over.
-- Sent when the transaction commits, and once however often the same is said in it.
create function call_out() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('kutu', 'news:' || user_id) from (select distinct user_id from gone) readers;
  else
    perform pg_notify('kutu', 'news:' || user_id) from (select distinct user_id from fresh) readers;
  end if;
  return null;
end $$;
create trigger news_are_called_out after insert on notifications referencing new table as fresh
  for each statement execute function call_out();
create trigger read_news_are_called_out after update on notifications referencing new table as fresh
  for each statement execute function call_out();
create trigger news_taken_back_are_called_out after delete on notifications referencing old table as gone
  for each statement execute function call_out();

create function call_out_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('kutu', tg_argv[0] || old.id);
  return null;
end $$;
create trigger ended_sessions_are_called_out after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function call_out_end('session:');
create trigger deleted_sessions_are_called_out after delete on sessions for each row
  when (old.revoked_at is null) execute function call_out_end('session:');
create trigger deactivated_people_are_called_out after update on users for each row
  when (old.deactivated_at is null and new.deactivated_at is not null) execute function call_out_end('user:');

-- What a person chose to hear of, and by which way; where there is no row the product's own choice holds.
create table notification_choices (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  channel text not null check (channel in ('in_app', 'mail', 'text', 'push')),
  is_on boolean not null,
  primary key (user_id, kind, channel)
);

-- Where a browser wants its pushes sent, as long as the session lasts that asked for them.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null constraint push_subscriptions_one_per_browser unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- Keys that all processes must share and nobody chooses: made once, by whichever needs them first.
create table shared_keys (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null
);

-- Notifications of some kinds only, as the list filters them.
create index notifications_of_type on notifications (user_id, type, created_at, id);
