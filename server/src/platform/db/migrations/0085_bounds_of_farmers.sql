-- The farmers who photographed a crop are known within bounds where their number is hidden: photographed is the upper one. Rows
-- without the lower one come from a release before, and are computed anew. All rows are, because the rules of disclosure changed.
alter table weekly_trends add column min_photographed integer check (min_photographed between 0 and photographed);
delete from weekly_trends;
