-- Where an entry of the audit log came from. In a table of its own, because it is deleted after 90 days and when the
-- actor leaves, and entries of the audit log are never changed for that.
create table audit_origins (
  audit_id bigint primary key references audit_log (id),
  -- The request, or the one that enqueued the job.
  request_id text,
  -- Pseudonyms (keyed hashes) of the network, and of the email address of a sign-in, a sign-up or a reset.
  network text,
  email text
);
create index audit_origins_by_network on audit_origins (network, audit_id desc);
