-- Links that confirm an e-mail address: only the latest link is valid, and only once.
create table email_verifications (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  -- Hash of the token; only the mail contains the token. The link confirms the address to which it was sent, not an
  -- address that was entered later.
  token_hash text not null,
  email text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
