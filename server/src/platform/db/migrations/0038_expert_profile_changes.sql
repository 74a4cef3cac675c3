-- When an expert last changed the professional profile that an admin had approved; null while it is the approved one.
alter table expert_profiles add column changed_since_approval timestamptz;
