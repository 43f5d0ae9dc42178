-- Connected seller accounts and the authorisations under way.

create table seller_accounts (
  tenant_id                 uuid not null references tenants on delete cascade,
  seller_account_id         bigint generated always as identity,
  selling_partner_id        text not null,
  region                    text not null check (region in ('NA', 'EU', 'IN')),
  name                      text not null,
  nick_name                 text check (char_length(nick_name) <= 70),
  -- AES-256-GCM, bound to tenant, row and purpose; begins with the id of its key.
  refresh_token             text not null,
  token_last6               text not null,
  may_need_reauthorization  boolean not null default false,
  setup_completed_at        timestamptz,
  created_at                timestamptz not null,
  authorized_at             timestamptz not null,
  deleted_at                timestamptz,
  version                   bigint not null,
  primary key (tenant_id, seller_account_id),
  unique (tenant_id, selling_partner_id, region)
);

create table seller_marketplaces (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  marketplace       text not null,
  store_name        text,
  primary key (tenant_id, seller_account_id, marketplace),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);

create table authorization_requests (
  tenant_id           uuid not null references tenants on delete cascade,
  state_hash          text not null,
  email_address_id    bigint not null,
  region              text not null check (region in ('NA', 'EU', 'IN')),
  return_path         text not null,
  account_name        text,
  expected_seller_key text,
  expires_at          timestamptz not null,
  primary key (tenant_id, state_hash)
);

-- Global: which tenants have connected a selling partner. They share its quota and its notifications.
create table selling_partners (
  selling_partner_id text not null,
  region             text not null,
  tenant_id          uuid not null,
  seller_account_id  bigint not null,
  primary key (selling_partner_id, region, tenant_id)
);
