-- The card of the disease on which the experts who gave the accepted label agreed as well; null without such a name. It is valid
-- only while it is a card of the label: a server of the previous release changes the label and leaves it.
alter table training_images add column disease text;

-- A confirmed report now names this disease, and a rust without a name that of its crop. The job fills the column from the votes and
-- counts the reports again. A database without reports has nothing to count: a new one has no queue yet, and one that is restored has
-- the jobs of its backup.
do $$ begin
  if exists (select from farmer_reports) then
    perform graphile_worker.add_job('recount_reports', job_key => 'recount_reports', max_attempts => 12);
  end if;
end $$;
