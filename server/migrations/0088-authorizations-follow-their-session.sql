-- The session that began an authorisation gets another hash when its password is given again, and the authorisation goes
-- on: it names the session, as the requests of other connections do. Those of before the migration, which last ten
-- minutes, have none and are begun again.
alter table authorization_requests add column session_hash text;
