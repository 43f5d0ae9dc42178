-- Access for programs: personal access tokens, with which a program calls the public API with the rights of a person.

-- The tenant of each token, because a program sends nothing else that names it. Like logins, it belongs to no tenant.
create table token_tenants (
  token_hash text primary key,
  tenant_id  uuid not null
);

create table access_tokens (
  tenant_id        uuid not null references tenants on delete cascade,
  access_token_id  bigint generated always as identity,
  -- The person whose rights the token has.
  email_address_id bigint not null,
  token_hash       text not null,
  name             text not null check (char_length(name) between 1 and 100),
  scopes           text[] not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  -- The time of the last use, to the minute.
  last_used_at     timestamptz,
  -- Whether the person was told that the token expires soon.
  is_expiry_told   boolean not null default false,
  primary key (tenant_id, access_token_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id) on delete cascade
);
create index access_tokens_address on access_tokens (tenant_id, email_address_id);
create index access_tokens_expiry on access_tokens (expires_at);

-- The calls of each token in its current minute, counted over all processes.
create table token_calls (
  tenant_id       uuid not null,
  access_token_id bigint not null,
  window_from     timestamptz not null,
  calls           integer not null,
  primary key (tenant_id, access_token_id),
  foreign key (tenant_id, access_token_id) references access_tokens (tenant_id, access_token_id) on delete cascade
);

-- The answers of writes that a program may repeat, written in the transaction of the write.
create table idempotent_answers (
  tenant_id       uuid not null,
  access_token_id bigint not null,
  idempotency_key text not null check (char_length(idempotency_key) <= 255),
  -- A hash of method, address and body.
  request_hash    text not null,
  answer          jsonb,
  answered_at     timestamptz not null,
  primary key (tenant_id, access_token_id, idempotency_key),
  foreign key (tenant_id, access_token_id) references access_tokens (tenant_id, access_token_id) on delete cascade
);
create index idempotent_answers_old on idempotent_answers (answered_at);
