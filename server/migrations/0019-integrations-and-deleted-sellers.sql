-- Applications that may act for an account, and seller accounts that are being deleted.

create table integration_authorizations (
  tenant_id uuid not null references tenants on delete cascade,
  integration_authorization_id bigint generated always as identity,
  -- The name of the token in the settings.
  name text not null check (char_length(name) <= 100),
  authorized_at timestamptz not null,
  primary key (tenant_id, integration_authorization_id)
);

-- Only one seller account that is not being deleted may exist per selling partner and region: a seller who connects
-- again while an account is being deleted gets a new, empty account.
alter table seller_accounts drop constraint seller_accounts_tenant_id_selling_partner_id_region_key;
create unique index seller_accounts_connected on seller_accounts (tenant_id, selling_partner_id, region)
  where deleted_at is null;
create index seller_accounts_deleted on seller_accounts (deleted_at) where deleted_at is not null;
