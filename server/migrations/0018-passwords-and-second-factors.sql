-- How people prove who they are: links to choose a password, where they are logged in, and a second factor beside it.

-- The link by which somebody chooses a password: the last one counts, once.
create table password_links (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  purpose text not null check (purpose in ('reset', 'invitation')),
  -- The token itself is in the mail alone. Whoever has it has the mailbox of the address that it was sent to.
  token_hash text not null,
  email text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

alter table sessions
  -- As a person calls it: Firefox on Linux.
  add column browser text check (char_length(browser) <= 100),
  -- To the hour: written with the first call of each.
  add column last_seen_at timestamptz not null default now(),
  -- When the person last gave the password here: second factors are changed only soon after. Of sessions that are there
  -- already nobody knows.
  add column proved_at timestamptz not null default 'epoch',
  -- What a passkey that is being added has to sign, and the encrypted secret of an app that is being added.
  add column passkey_challenge text,
  add column app_secret text;
alter table sessions
  alter column last_seen_at drop default,
  alter column proved_at drop default;

alter table tenants
  -- Users without a second factor do nothing else before they have one.
  add column requires_two_factor boolean not null default false;

alter table email_addresses
  -- Since when the log-in asks for a second factor; none is set up while it is null.
  add column two_factor_since timestamptz;

-- A secret that an app makes codes from, as one of its codes has shown.
create table authenticator_apps (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  -- Encrypted.
  secret text not null,
  -- The last span of 30 seconds whose code was taken: none is taken twice.
  last_step bigint not null,
  created_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

create table passkeys (
  tenant_id uuid not null references tenants on delete cascade,
  passkey_id bigint generated always as identity,
  email_address_id bigint not null,
  -- As the browser names it, base64url.
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

-- For who has lost the others; each works once.
create table recovery_codes (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  code_hash text not null,
  primary key (tenant_id, email_address_id, code_hash),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);

-- Log-ins whose password was right and whose second factor is awaited, for a few minutes.
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
