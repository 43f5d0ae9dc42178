-- Connections to services of others: consents that are under way, and tokens with the state of each connection.

-- A consent is finished once, in the session that began it.
create table connection_requests (
  tenant_id        uuid not null references tenants on delete cascade,
  state_hash       text not null,
  email_address_id bigint not null,
  session_hash     text not null,
  service          text not null,
  subject          text not null,
  return_path      text not null,
  -- The PKCE verifier, encrypted.
  sealed_verifier  text not null,
  expires_at       timestamptz not null,
  primary key (tenant_id, state_hash),
  foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id) on delete cascade
);
create index connection_requests_expiry on connection_requests (expires_at);

create table connections (
  tenant_id                    uuid not null references tenants on delete cascade,
  connection_id                bigint generated always as identity,
  service                      text not null,
  -- A tenant has one connection to a service for each subject, such as a seller account; '' for the tenant itself.
  subject                      text not null default '',
  -- The connection's entry in the list of applications that may act, for services that are listed there.
  integration_authorization_id bigint,
  -- The name of the service and subject in mails, and the account there, such as an e-mail address.
  title                        text not null,
  label                        text not null,
  state                        text not null check (state in ('connected', 'pending', 'error')),
  reason                       text,
  since                        timestamptz not null,
  last_success_at              timestamptz,
  -- The time of the next attempt to restore the connection; null if only a person can restore it.
  next_try_at                  timestamptz,
  failures                     integer not null default 0,
  -- The time at which the owner was informed that the connection is broken; cleared by the next success.
  told_at                      timestamptz,
  -- The tokens are encrypted. The refresh token is null once the service has ended it.
  refresh_token                text,
  access_token                 text,
  access_expires_at            timestamptz,
  -- The process that refreshes the access token. When the lease has ended, another one may.
  refreshed_by                 uuid,
  refreshed_until              timestamptz,
  primary key (tenant_id, connection_id),
  unique (tenant_id, service, subject),
  foreign key (tenant_id, integration_authorization_id)
    references integration_authorizations (tenant_id, integration_authorization_id) on delete cascade
);
create index connections_due on connections (next_try_at) where next_try_at is not null;
create index connections_broken on connections (since) where state = 'error' and told_at is null;
create index connections_authorization on connections (tenant_id, integration_authorization_id);
