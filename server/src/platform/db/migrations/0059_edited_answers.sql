-- Experts may change an answer for an hour. Earlier texts stay readable. The column is new and empty, so the constraint holds
-- for all rows without validating it.
alter table responses add column edited_at timestamptz;
alter table responses add constraint responses_edited_within_an_hour check (
  edited_at is null
  or (author_role = 'expert' and edited_at between created_at and created_at + interval '1 hour')
) not valid;

create table response_versions (
  response_id uuid not null references responses (id) on delete cascade,
  -- When this text was written.
  written_at timestamptz not null,
  content text not null check (char_length(content) between 1 and 2000),
  primary key (response_id, written_at)
);
