-- The audit log can be filtered by days.
create index audit_log_by_time on audit_log (at);
