-- An erasure takes the name of the user out of the notifications of others. Most notifications name nobody.
create index notifications_by_name on notifications ((details ->> 'name')) where details ->> 'name' is not null;
create index notifications_by_username on notifications ((details ->> 'username')) where details ->> 'username' is not null;
