-- When the password was typed in again during the session, for calls that must not be open to a stolen session. Null:
-- not since the sign-in, so that an older release can still insert sessions.
alter table sessions add column password_confirmed_at timestamptz;

-- A session ends 90 days after its sign-in, however often it is refreshed. Hours, because a day's length depends on the
-- time zone of the connection.
delete from sessions where last_used_at >= created_at + interval '2160 hours';
alter table sessions
  add constraint sessions_end_after_90_days check (last_used_at < created_at + interval '2160 hours');
