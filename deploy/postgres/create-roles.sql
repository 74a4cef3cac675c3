-- Creates the database, its owner, and the role of the server, which cannot change tables. Run it with psql as a superuser:
--   KUTU_OWNER_PASSWORD=… KUTU_SERVER_PASSWORD=… psql postgresql://postgres@HOST/postgres --file create-roles.sql
-- compose.yml runs it when its database starts for the first time.
\set ON_ERROR_STOP on
\getenv owner_password KUTU_OWNER_PASSWORD
\getenv server_password KUTU_SERVER_PASSWORD
create role kutu_owner login password :'owner_password';
create role kutu_server login password :'server_password';
create database kutu owner kutu_owner;
-- By default everyone may connect and create temporary tables.
revoke all on database kutu from public;
grant connect on database kutu to kutu_server;
