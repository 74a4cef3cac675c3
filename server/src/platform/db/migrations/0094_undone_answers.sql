-- Undoing a move takes back the answer that came with it.
alter table moderation_moves add column answer_id uuid;

-- An expert's comment that nobody sees may be deleted. The counters of visible comments have left it out before.
create or replace trigger responses_are_kept before delete on responses for each row
  when (old.author_role <> 'expert' or old.status <> 'pending') execute function refuse_deletion();

-- Undone answers are counted, so that the figures of an expert leave them out.
create or replace trigger acts_are_tallied after insert on audit_log for each row
  when (new.actor_id is not null and new.action in ('post.approved', 'post.flagged', 'response.added',
    'response.approved', 'response.flagged', 'response.endorsed', 'post.approval_undone', 'post.flag_undone',
    'response.approval_undone', 'response.flag_undone', 'response.endorsement_undone', 'response.undone'))
  execute function tally_act();
