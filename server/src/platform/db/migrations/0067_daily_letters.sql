-- The day, where the expert lives, for which the last letter about waiting work was decided. Deleted with the account.
create table daily_letters (
  expert_id uuid primary key,
  expert_role text not null default 'expert' check (expert_role = 'expert'),
  day date not null,
  constraint daily_letters_are_for_experts foreign key (expert_id, expert_role) references users (id, role)
);
