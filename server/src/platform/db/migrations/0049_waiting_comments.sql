-- The experts' queue of comments over all posts, longest waiting first.
create index responses_pending on responses (created_at, id) where status = 'pending';
