-- The admin's list of flagged comments, newest first.
create index responses_flagged on responses (created_at, id) where status = 'flagged';
