-- The districts that an expert serves, for farmers who look for one. Codes of packages/places. Deleted with the account.
create table expert_districts (
  user_id uuid not null references expert_profiles on delete cascade,
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  primary key (user_id, district)
);
create index expert_districts_by_district on expert_districts (district, user_id);
