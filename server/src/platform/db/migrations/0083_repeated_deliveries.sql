-- When a delivery goes through its farmers again, because some had heard of another warning of the crop that week.
alter table warning_deliveries add column again_at timestamptz;
create index warning_deliveries_to_repeat on warning_deliveries (again_at) where again_at is not null;

-- The warnings that a farmer may hear of: few of all that were ever confirmed.
create index disease_warnings_in_force on disease_warnings (valid_until) where state = 'confirmed';

-- The diseases whose week was searched for rises of several districts: chance gets one look at each.
create table district_scans (
  week date not null check (extract(isodow from week) = 1),
  crop text not null,
  disease text not null,
  scanned_at timestamptz not null,
  primary key (week, crop, disease)
);
