-- The farmer's own comparison of the leaf with the drawing of a disease card: its id, and whether they look alike. An answer
-- that changes drops it.
alter table analyses add column compared_card text;
alter table analyses add column looks_alike boolean;
alter table analyses add constraint analyses_comparison_is_complete
  check (num_nulls(compared_card, looks_alike) in (0, 2)) not valid;
