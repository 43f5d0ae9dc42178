-- What was sold by day, which product an order was of, and what the marketplace says of an account and refuses to announce.

-- What each order adds to the days: an order seen twice or changed counts once, as days are summed from here, never added to.
-- Nothing of the buyer.
create table order_products (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  order_id          text not null,
  product_id        bigint not null,
  -- In the marketplace's time zone.
  day               date not null,
  -- None once it is cancelled.
  units             integer not null,
  promotion_units   integer not null,
  -- Promotion id → units.
  promotions        jsonb not null,
  -- When the marketplace last changed the order: older news of it changes nothing.
  updated_at        timestamptz not null,
  primary key (tenant_id, order_id, product_id),
  foreign key (tenant_id, product_id) references products on delete cascade
);
create index order_products_day on order_products (tenant_id, product_id, day);
create index order_products_old on order_products (day);

create table sales_days (
  tenant_id        uuid not null,
  product_id       bigint not null,
  -- In the marketplace's time zone.
  day              date not null,
  units            integer not null,
  orders           integer not null,
  -- Units sold with at least one promotion.
  promotion_units  integer not null,
  -- Promotion id → { "units", "orders" }.
  promotions       jsonb not null,
  -- Could not be bought for part of that day.
  was_out_of_stock boolean not null,
  changed_at       timestamptz not null,
  primary key (tenant_id, product_id, day),
  foreign key (tenant_id, product_id) references products on delete cascade
) partition by range (day);

-- Since when the sales of a product are known; null: not yet.
alter table products add column sales_known_at timestamptz;

-- What the marketplace last told of the account there; null: nothing, which is well.
alter table seller_marketplaces
  add column account_status    text check (account_status in ('NORMAL', 'AT_RISK', 'DEACTIVATED')),
  add column account_status_at timestamptz;

-- Types that the marketplace does not announce to this seller (a role or a brand is missing). Asked for again every day.
create table subscription_refusals (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  notification_type text not null,
  reason            text not null,
  refused_at        timestamptz not null,
  primary key (tenant_id, seller_account_id, notification_type),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);
