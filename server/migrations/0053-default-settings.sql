-- Thresholds that products of a seller account, or of one brand of it, take where they have none of their own.

create table default_settings (
  tenant_id         uuid   not null references tenants (tenant_id) on delete cascade,
  seller_account_id bigint not null,
  -- The brand; empty for all products of the seller account.
  brand             text   not null,
  type              text   not null,
  -- The settings that have a default. A removed default stays as an empty one, whose version tells browsers of it.
  settings          jsonb  not null,
  version           bigint not null,
  primary key (tenant_id, seller_account_id, brand, type),
  foreign key (tenant_id, seller_account_id) references seller_accounts (tenant_id, seller_account_id)
    on delete cascade
);
