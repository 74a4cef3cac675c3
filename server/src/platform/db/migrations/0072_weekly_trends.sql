-- The published figures of a country in a week that has ended, for the trend: 53 rows instead of the counts of all its districts.
-- Computed when they are first read. Triggers delete the rows of a week whose counts change, so there is no outdated one.
create table weekly_trends (
  country text not null check (country ~ '^[A-Z]{2}$'),
  crop text not null check (crop in ('maize', 'wheat', 'rice', 'beans')),
  disease text not null check (disease ~ '^[a-z_]+$'),
  week date not null check (extract(isodow from week) = 1),
  -- Districts whose number of farmers with photos is shown.
  districts integer not null check (districts >= 0),
  -- Reports that are shown, and the most that there can be with the hidden ones.
  reports integer not null check (reports >= 0),
  max_reports integer not null check (max_reports >= reports),
  photographed integer not null check (photographed >= max_reports),
  primary key (country, crop, disease, week)
);
create index weekly_trends_by_week on weekly_trends (week, crop, country);

-- Deletes the figures that depend on the changed counts. A reader stores figures while it holds the same lock alone, so that it
-- cannot store what it has read before a change that commits later.
create function forget_weekly_trends() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('weekly_trends ' || week, 0))
    from (select distinct week from changed order by week) weeks;
  delete from weekly_trends t using (select distinct left(district, 2) as country, crop, week from changed) c
    where (t.week, t.crop, t.country) = (c.week, c.crop, c.country);
  return null;
end $$;
create trigger new_counts_outdate_trends after insert on district_reports
  referencing new table as changed for each statement execute function forget_weekly_trends();
create trigger changed_counts_outdate_trends after update on district_reports
  referencing new table as changed for each statement execute function forget_weekly_trends();
create trigger deleted_counts_outdate_trends after delete on district_reports
  referencing old table as changed for each statement execute function forget_weekly_trends();
