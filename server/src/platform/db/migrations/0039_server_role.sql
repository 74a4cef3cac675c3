-- The role of a running server may only add entries to the audit log. This function runs with the rights of its owner, so that an
-- erasure still can take the personal data of a former member out of it. Trigger audit_log_is_append_only checks each row: it compares
-- with the entry without all keys that may be erased of its type of subject.
create function erase_from_audit_log(member uuid, bookings text[]) returns void language plpgsql security definer as $$
declare
  origin_keys constant text[] := array['network', 'device', 'user_agent'];
  naming_keys constant text[] := array['username', 'account_number', 'reason', 'email', 'phone_number'] || origin_keys;
  booking_keys constant text[] := array['reason'] || origin_keys;
begin
  update audit_log set before = before - naming_keys, after = after - naming_keys
    where subject_id = member::text and subject_type = 'user' and (before ?| naming_keys or after ?| naming_keys);
  update audit_log set before = before - origin_keys, after = after - origin_keys
    where actor_id = member and subject_type not in ('user', 'booking') and (before ?| origin_keys or after ?| origin_keys);
  update audit_log set before = before - booking_keys, after = after - booking_keys
    where subject_id = any(bookings) and subject_type = 'booking' and actor_id = member
      and (before ?| booking_keys or after ?| booking_keys);
end $$;
revoke execute on function erase_from_audit_log(uuid, text[]) from public;
-- Temporary tables come last in the path. Otherwise one named audit_log would run its triggers with the rights of the owner.
do $$ begin
  execute format('alter function erase_from_audit_log(uuid, text[]) set search_path = %I, pg_temp', current_schema());
end $$;
