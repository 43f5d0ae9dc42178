-- Proofs of identity: links to choose a password, sessions with their browsers, and second factors.

-- Links to choose a password: only the latest link is valid, and only once.
create table password_links (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  purpose text not null check (purpose in ('reset', 'invitation')),
  -- Hash of the token; only the mail contains the token, so it proves access to the mailbox of this address.
  token_hash text not null,
  email text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

alter table sessions
  -- Readable name of the browser: Firefox on Linux.
  add column browser text check (char_length(browser) <= 100),
  -- Accurate to the hour: updated by the first call of each hour.
  add column last_seen_at timestamptz not null default now(),
  -- Time of the last password entry in this session: second factors can be changed only soon after it. 1970 for older
  -- sessions.
  add column proved_at timestamptz not null default 'epoch',
  -- The challenge for a passkey that is being added, and the encrypted secret of an authenticator app that is being
  -- added.
  add column passkey_challenge text,
  add column app_secret text;
alter table sessions
  alter column last_seen_at drop default,
  alter column proved_at drop default;

alter table tenants
  -- Users without a second factor can do nothing else until they have added one.
  add column requires_two_factor boolean not null default false;

alter table email_addresses
  -- Start of the second factor at log-in; null while none is set up.
  add column two_factor_since timestamptz;

-- The secret of an authenticator app, stored after one of its codes has proved it.
create table authenticator_apps (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  -- The secret is encrypted.
  secret text not null,
  -- The 30-second period of the last accepted code: no code is accepted twice.
  last_step bigint not null,
  created_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

create table passkeys (
  tenant_id uuid not null references tenants on delete cascade,
  passkey_id bigint generated always as identity,
  email_address_id bigint not null,
  -- The browser's id of the passkey in base64url.
  credential_id text not null check (char_length(credential_id) <= 1500),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (char_length(name) <= 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, passkey_id),
  unique (tenant_id, email_address_id, credential_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

-- Codes for a person who has lost the other factors; each works once.
create table recovery_codes (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  code_hash text not null,
  primary key (tenant_id, email_address_id, code_hash),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

-- Log-ins with a correct password that await the second factor, kept for a few minutes.
create table pending_logins (
  tenant_id uuid not null references tenants on delete cascade,
  token_hash text not null,
  email_address_id bigint not null,
  keep_me_signed_in boolean not null,
  passkey_challenge text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
