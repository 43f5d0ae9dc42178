-- The session that began the authorisation. When the password is entered again, the session gets another hash, which
-- the row gets too, as requests of other connections do. Rows from before the migration, which expire after ten
-- minutes, name no session; these authorisations have to be started again.
alter table authorization_requests add column session_hash text;
