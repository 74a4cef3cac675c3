-- Of the counted answers, those that were not sure (band uncertain or unfamiliar). The dashboard shows them apart.
alter table analysis_tallies add column unsure integer not null default 0;
alter table analysis_tallies add constraint analysis_tallies_unsure_is_a_part check (unsure between 0 and count) not valid;
alter table all_analysis_tallies add column unsure integer not null default 0;

create or replace function tally_all_analyses() returns trigger language plpgsql as $$
declare
  added integer := case tg_op when 'INSERT' then new.count when 'UPDATE' then new.count - old.count else -old.count end;
  added_unsure integer := case tg_op when 'INSERT' then new.unsure when 'UPDATE' then new.unsure - old.unsure else -old.unsure end;
  changed analysis_tallies := case tg_op when 'DELETE' then old else new end;
begin
  insert into all_analysis_tallies (month, rust_class, part, count)
    values (changed.month, changed.rust_class, hashtext(changed.user_id::text) & 15, 0) on conflict do nothing;
  update all_analysis_tallies t set count = t.count + added, unsure = t.unsure + added_unsure
    where (t.month, t.rust_class, t.part) = (changed.month, changed.rust_class, hashtext(changed.user_id::text) & 15);
  return null;
end $$;

-- Months are those of the product's default time zone; a different one moves answers of a few hours between two months.
update analysis_tallies t set unsure = least(t.count, u.n)
from (
  select farmer_id, to_char(uploaded_at at time zone 'Africa/Nairobi', 'YYYY-MM') as month, rust_class, count(*)::integer as n
  from analyses where coalesce(band, verdict) not in ('confident', 'likely') group by 1, 2, 3
) u
where (t.user_id, t.month, t.rust_class) = (u.farmer_id, u.month, u.rust_class);
