-- Texts that experts keep for their answers. Deleted with the account.
create table saved_replies (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references users (id),
  title text not null check (char_length(title) between 1 and 80),
  content text not null check (char_length(content) between 1 and 2000),
  -- Id of an article whose link is inserted with the text.
  article text check (article ~ '^[a-z0-9-]{1,80}$'),
  -- Other experts may read and insert it.
  is_shared boolean not null default false,
  saved_at timestamptz not null
);
create index saved_replies_of_author on saved_replies (author_id, title);
create index saved_replies_shared on saved_replies (title) where is_shared;
