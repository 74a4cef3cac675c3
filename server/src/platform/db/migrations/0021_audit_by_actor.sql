-- What one person did, newest first: for admins who ask, and for the export of the person's own data.
create index audit_log_by_actor on audit_log (actor_id, id desc);
