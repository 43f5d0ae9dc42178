-- Sales by day, the products of each order, the status of an account in a marketplace, and the notification types that
-- a marketplace refuses.

-- The units that each order adds to its day. Days are computed as sums of these rows, so that an order that is read
-- twice or changes counts once. Contains no data of the buyer.
create table order_products (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  order_id          text not null,
  product_id        bigint not null,
  -- Date in the marketplace's time zone.
  day               date not null,
  -- 0 after the order was cancelled.
  units             integer not null,
  promotion_units   integer not null,
  -- Promotion id → units.
  promotions        jsonb not null,
  -- The order's last change at the marketplace: older versions of the order are ignored.
  updated_at        timestamptz not null,
  primary key (tenant_id, order_id, product_id),
  foreign key (tenant_id, product_id) references products on delete cascade
);
create index order_products_day on order_products (tenant_id, product_id, day);
create index order_products_old on order_products (day);

create table sales_days (
  tenant_id        uuid not null,
  product_id       bigint not null,
  -- Date in the marketplace's time zone.
  day              date not null,
  units            integer not null,
  orders           integer not null,
  -- Units sold with at least one promotion.
  promotion_units  integer not null,
  -- Promotion id → { "units", "orders" }.
  promotions       jsonb not null,
  -- True if the product could not be bought for part of that day.
  was_out_of_stock boolean not null,
  changed_at       timestamptz not null,
  primary key (tenant_id, product_id, day),
  foreign key (tenant_id, product_id) references products on delete cascade
) partition by range (day);

-- Start of the known sales of a product; null: not known yet.
alter table products add column sales_known_at timestamptz;

-- The account's latest status in the marketplace; null: none reported, which means normal.
alter table seller_marketplaces
  add column account_status    text check (account_status in ('NORMAL', 'AT_RISK', 'DEACTIVATED')),
  add column account_status_at timestamptz;

-- Notification types that the marketplace refuses to this seller (a role or a brand is missing). Requested again every
-- day.
create table subscription_refusals (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  notification_type text not null,
  reason            text not null,
  refused_at        timestamptz not null,
  primary key (tenant_id, seller_account_id, notification_type),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);
