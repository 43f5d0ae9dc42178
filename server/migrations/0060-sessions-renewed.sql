-- A session gets a new secret, and so a new hash, when the password is entered again. Rows that refer to the session
-- get the new hash too.

alter table push_subscriptions
  drop constraint push_subscriptions_tenant_id_session_hash_fkey,
  add constraint push_subscriptions_tenant_id_session_hash_fkey foreign key (tenant_id, session_hash)
    references sessions (tenant_id, session_hash) on update cascade on delete cascade;
