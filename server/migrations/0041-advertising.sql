-- Advertising: the profiles of a seller account, and what its Sponsored Products sold and cost by day.

create table advertising_profiles (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  marketplace       text not null,
  profile_id        text not null,
  -- Reports count days in this zone.
  time_zone         text not null,
  primary key (tenant_id, seller_account_id, marketplace),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);

-- The days of which a report was read. Without both reports the sales by advertising of a day are not known; with both,
-- a product that is in none of them sold nothing by advertising.
create table advertising_reported_days (
  tenant_id          uuid not null,
  seller_account_id  bigint not null,
  marketplace        text not null,
  day                date not null,
  advertised_read_at timestamptz,
  purchased_read_at  timestamptz,
  primary key (tenant_id, seller_account_id, marketplace, day),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);

create table advertising_days (
  tenant_id    uuid not null,
  product_id   bigint not null,
  -- Date in the zone of the profile.
  day          date not null,
  -- Units bought after a click on an advertisement of the product itself.
  same_units   integer not null default 0,
  same_orders  integer not null default 0,
  -- Units bought after a click on an advertisement of another product.
  other_units  integer not null default 0,
  other_orders integer not null default 0,
  -- The cost in the currency of the marketplace.
  cost_cents   bigint not null default 0,
  primary key (tenant_id, product_id, day),
  foreign key (tenant_id, product_id) references products on delete cascade
) partition by range (day);
