-- Products, their listings, and since when they are tracked (billing is computed from that).

create table products (
  tenant_id         uuid not null,
  product_id        bigint generated always as identity,
  seller_account_id bigint not null,
  marketplace       text not null,
  asin              text not null,
  -- The name in the listings report.
  name              text not null,
  -- The title in the catalogue, as customers see it.
  title             text,
  short_name        text,
  parent_asin       text,
  image_url         text,
  large_image_url   text,
  is_adult          boolean,
  price_cents       bigint,
  currency          text,
  -- Whether the product has an active offer. Without one a product is excluded.
  is_active         boolean not null,
  last_sale_at      timestamptz,
  -- True if sold recently, active and not ignored: only tracked products are watched and shown.
  is_tracked        boolean not null,
  version           bigint not null,
  created_at        timestamptz not null,
  primary key (tenant_id, product_id),
  unique (tenant_id, seller_account_id, marketplace, asin),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);
create index products_version on products (tenant_id, version);

create table tracking_periods (
  tenant_id    uuid not null,
  product_id   bigint not null,
  tracked_from timestamptz not null,
  tracked_to   timestamptz,
  primary key (tenant_id, product_id, tracked_from),
  foreign key (tenant_id, product_id) references products on delete cascade
);

create table listings (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  marketplace       text not null,
  sku               text not null,
  product_id        bigint not null,
  is_active         boolean not null,
  primary key (tenant_id, seller_account_id, marketplace, sku),
  foreign key (tenant_id, product_id) references products on delete cascade
);
create index listings_product on listings (tenant_id, product_id);
