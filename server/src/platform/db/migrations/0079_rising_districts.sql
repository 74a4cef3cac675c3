-- Districts in which a disease rises together, found by a scan statistic, and the number of weeks since when. Null if the rise
-- was found in one district alone.
alter table disease_warnings
  add column rising_districts text[],
  add column rising_weeks integer;
-- Not validated: the rows of before have neither districts nor weeks, and an alarm of EARS.
alter table disease_warnings
  add constraint warnings_rise_around_their_district check (
    (rising_districts is null) = (rising_weeks is null) and rising_weeks > 0 and district = any (rising_districts)
  ) not valid,
  drop constraint warnings_have_an_alarm,
  add constraint warnings_have_a_reason check (is_c2_alarm or is_c3_alarm or rising_districts is not null) not valid;
