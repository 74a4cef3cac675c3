-- When the photo was taken, as the phone says; null counts as the time of arrival. A photo that waited for a network counts for the
-- week in which it was taken.
alter table analyses add column taken_at timestamptz;
