-- The session that began an authorisation gets another hash when its password is given again, and the authorisation
-- goes on: it names the session, as the requests of other connections do. Authorisations from before the migration,
-- which last ten minutes, name no session and are begun again.
alter table authorization_requests add column session_hash text;
