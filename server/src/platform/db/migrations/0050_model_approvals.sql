-- Experts who want a version of the model to answer. It is activated when enough of them do; the rows are then deleted.
create table model_approvals (
  version text not null references model_heads (version),
  expert_id uuid not null references users (id),
  at timestamptz not null,
  primary key (version, expert_id)
);
create index model_approvals_by_expert on model_approvals (expert_id);
