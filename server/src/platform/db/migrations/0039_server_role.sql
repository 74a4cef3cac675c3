-- The role of a running server may only add entries to the audit log. This function runs with the rights of its owner, so that an
-- erasure still can take the names of a former member out of it. Trigger audit_log_is_append_only checks each row.
create function erase_from_audit_log(member uuid, bookings text[]) returns void language sql security definer as $$
  update audit_log set before = before - array['username', 'account_number'], after = after - array['username', 'account_number']
    where subject_id = member::text and subject_type = 'user'
      and (before ?| array['username', 'account_number'] or after ?| array['username', 'account_number']);
  update audit_log set after = after - 'reason'
    where subject_id = any(bookings) and subject_type = 'booking' and actor_id = member and after ? 'reason';
$$;
revoke execute on function erase_from_audit_log(uuid, text[]) from public;
-- Temporary tables come last in the path. Otherwise one named audit_log would run its triggers with the rights of the owner.
do $$ begin
  execute format('alter function erase_from_audit_log(uuid, text[]) set search_path = %I, pg_temp', current_schema());
end $$;
