-- Qualifications that an approved expert has entered and that wait for an administrator. Until then the approved ones in
-- expert_profiles are shown. Deleted with the decision or the account.
create table expert_profile_changes (
  user_id uuid primary key references expert_profiles on delete cascade,
  areas_of_expertise text[] not null,
  certifications text[] not null,
  experience_years integer not null check (experience_years between 0 and 80),
  institution text not null,
  requested_at timestamptz not null
);
create index expert_profile_changes_by_time on expert_profile_changes (requested_at);

-- When an administrator last approved the qualifications; null if nobody checked them.
alter table expert_profiles add column approved_at timestamptz;
update expert_profiles e set approved_at = (
  select max(a.at) from audit_log a
  where a.action = 'expert.approved' and a.subject_type = 'user' and a.subject_id = e.user_id::text
) where exists (select from users u where u.id = e.user_id and u.approval = 'approved');
