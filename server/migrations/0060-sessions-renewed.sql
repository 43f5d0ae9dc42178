-- Giving the password again gives a session a new secret, and what belongs to the session goes with it.

alter table push_subscriptions
  drop constraint push_subscriptions_tenant_id_session_hash_fkey,
  add constraint push_subscriptions_tenant_id_session_hash_fkey foreign key (tenant_id, session_hash)
    references sessions (tenant_id, session_hash) on update cascade on delete cascade;
