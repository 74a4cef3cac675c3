-- The published tables of a crop in a country and a week that has ended, by disease, so that maps and files need not read the counts
-- of all districts and diseases. A job stores them. Triggers delete those of a week whose counts change, as with weekly_trends.
create table published_weeks (
  country text not null check (country ~ '^[A-Z]{2}$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  week date not null check (extract(isodow from week) = 1),
  -- By disease: its totals, and its rows by district, those of districts without any figure left out.
  tables jsonb not null check (jsonb_typeof(tables) = 'object'),
  primary key (country, crop, week)
);

create or replace function forget_weekly_trends() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('weekly_trends ' || week, 0))
    from (select distinct week from changed order by week) weeks;
  delete from weekly_trends t using (select distinct left(district, 2) as country, crop, week from changed) c
    where (t.week, t.crop, t.country) = (c.week, c.crop, c.country);
  delete from published_weeks t using (select distinct left(district, 2) as country, crop, week from changed) c
    where (t.country, t.crop, t.week) = (c.country, c.crop, c.week);
  return null;
end $$;
