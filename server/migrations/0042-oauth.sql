-- Authorisations by which programs of others act for a person, and their codes and tokens (OAuth 2.1).

-- The person whose rights the program has, and what the person allowed. Null in rows of earlier releases.
alter table integration_authorizations
  add column email_address_id bigint,
  add column client_id text,
  add column scopes text[],
  -- The address of the interface for which the tokens are valid (RFC 8707).
  add column resource text,
  add foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id)
    on delete cascade;
create index integration_authorizations_address on integration_authorizations (tenant_id, email_address_id);

-- The authorisation to which the token belongs; null for a personal access token.
alter table access_tokens
  add column integration_authorization_id bigint,
  add foreign key (tenant_id, integration_authorization_id) references integration_authorizations on delete cascade;
create index access_tokens_authorization on access_tokens (tenant_id, integration_authorization_id);

create table oauth_codes (
  tenant_id                    uuid not null,
  code_hash                    text not null,
  email_address_id             bigint not null,
  client_id                    text not null,
  client_name                  text not null,
  redirect_uri                 text not null,
  code_challenge               text not null,
  scopes                       text[] not null,
  resource                     text not null,
  expires_at                   timestamptz not null,
  -- Set when the code was exchanged: a second exchange ends the authorisation.
  integration_authorization_id bigint,
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id) on delete cascade,
  foreign key (tenant_id, integration_authorization_id) references integration_authorizations on delete cascade
);
create index oauth_codes_address on oauth_codes (tenant_id, email_address_id);
create index oauth_codes_authorization on oauth_codes (tenant_id, integration_authorization_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

create table oauth_refresh_tokens (
  tenant_id                    uuid not null,
  token_hash                   text not null,
  integration_authorization_id bigint not null,
  expires_at                   timestamptz not null,
  -- Set when the refresh token was exchanged: a second exchange ends the authorisation.
  used_at                      timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, integration_authorization_id) references integration_authorizations on delete cascade
);
create index oauth_refresh_tokens_authorization on oauth_refresh_tokens (tenant_id, integration_authorization_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);
