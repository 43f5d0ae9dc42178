-- Tenants, their users and recipients, sessions, and the table that finds the tenant of an e-mail address.

create table tenants (
  tenant_id     uuid primary key,
  company_name  text not null,
  account_type  text not null check (account_type in ('brand', 'agency', 'merchant')),
  -- The version of the tenant's data. Each writing transaction raises it once and stamps its rows with the new version.
  -- The row lock makes versions commit in order.
  world_version bigint not null default 0,
  -- Identifies this generation of the tenant's data: a browser that holds another one loads everything again.
  world_epoch   text not null,
  announcement  text,
  trial_ends_at timestamptz not null,
  created_at    timestamptz not null
);

-- Users and mere recipients of mail; those who may log in have a password.
create table email_addresses (
  tenant_id                   uuid not null references tenants on delete cascade,
  email_address_id            bigint generated always as identity,
  email                       text not null check (char_length(email) <= 100),
  first_name                  text not null default '' check (char_length(first_name) <= 200),
  last_name                   text not null default '' check (char_length(last_name) <= 200),
  is_primary                  boolean not null,
  is_user                     boolean not null,
  password_hash               text,
  verified_at                 timestamptz,
  timezone_offset_minutes     integer not null default 0,
  instant_alert               boolean not null default true,
  -- Kind (SCREAMING) → colours; a kind that is absent has its default.
  alert_settings              jsonb not null default '{}',
  -- Seller accounts that this address may NOT access.
  hidden_seller_account_ids   bigint[] not null default '{}',
  created_at                  timestamptz not null,
  primary key (tenant_id, email_address_id),
  unique (tenant_id, email)
);

create table sessions (
  tenant_id         uuid not null,
  session_hash      text not null,
  email_address_id  bigint not null,
  keep_me_signed_in boolean not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  primary key (tenant_id, session_hash),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

-- The tenant to which an e-mail address logs in, one for each address. A global table has no foreign keys to tenant
-- tables, because a cluster distributes those.
create table logins (
  email            text primary key,
  tenant_id        uuid not null,
  email_address_id bigint not null
);

-- Global: failed attempts by address and by network, so that guessing is slow in all processes together.
create table login_attempts (
  subject    text primary key,
  failures   integer not null,
  last_at    timestamptz not null
);
