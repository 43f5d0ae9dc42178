-- The link that was sent to confirm an e-mail address: the last one counts, once.
create table email_verifications (
  tenant_id uuid not null references tenants on delete cascade,
  email_address_id bigint not null,
  -- The token itself is in the mail alone. It confirms the address that it was sent to, not one entered later.
  token_hash text not null,
  email text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, email_address_id),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
