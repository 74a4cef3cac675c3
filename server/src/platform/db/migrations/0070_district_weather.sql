-- The weather of a district on one day, hour by hour from midnight (APP_TIME_ZONE): what the infection rules need. An hour for
-- which the weather service has no value is null.
create table district_weather (
  district text not null check (district ~ '^[A-Z]{2}-[a-z]+(-[a-z]+)*$'),
  day date not null,
  -- The day had not ended when its weather was fetched.
  is_forecast boolean not null,
  fetched_at timestamptz not null,
  -- °C, 2 m above the ground.
  temperature real[] not null,
  -- %, 2 m above the ground.
  humidity real[] not null,
  -- mm in the hour.
  rain real[] not null,
  primary key (district, day),
  constraint district_weather_has_24_hours check (
    array_ndims(temperature) = 1 and cardinality(temperature) = 24
    and array_ndims(humidity) = 1 and cardinality(humidity) = 24
    and array_ndims(rain) = 1 and cardinality(rain) = 24
  ),
  constraint district_weather_is_plausible check (
    coalesce(-90 <= all (array_remove(temperature, null)) and 60 >= all (array_remove(temperature, null)), true)
    and coalesce(0 <= all (array_remove(humidity, null)) and 100 >= all (array_remove(humidity, null)), true)
    and coalesce(0 <= all (array_remove(rain, null)), true)
  )
);
-- The clean-up of old days.
create index district_weather_by_day on district_weather (day);
