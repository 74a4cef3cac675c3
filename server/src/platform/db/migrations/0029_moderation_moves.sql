-- The last move of an expert on a post or comment, so that the same expert can undo it for a minute.
create table moderation_moves (
  -- The post or comment; a new move replaces the previous one.
  subject_id uuid primary key,
  expert_id uuid not null references users (id),
  action text not null check (action in ('flag', 'unflag', 'approve', 'endorse')),
  -- Columns of the subject before and after the move. An undo restores the first if the second still apply.
  before jsonb not null,
  after jsonb not null,
  -- Unread notifications that the move deleted.
  retracted jsonb not null,
  -- By the clock of the database, which all server processes share.
  moved_at timestamptz not null default now()
);
create index moderation_moves_by_age on moderation_moves (moved_at);
create index moderation_moves_of_expert on moderation_moves (expert_id);

-- Undone moves are counted, so that the figures of an expert leave them out.
drop trigger acts_are_tallied on audit_log;
create trigger acts_are_tallied after insert on audit_log for each row
  when (new.actor_id is not null and new.action in ('post.approved', 'post.flagged', 'response.added',
    'response.approved', 'response.flagged', 'response.endorsed', 'post.approval_undone', 'post.flag_undone',
    'response.approval_undone', 'response.flag_undone', 'response.endorsement_undone'))
  execute function tally_act();
