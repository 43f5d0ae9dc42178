-- Observations, their history, and the schedule of sweeps.

-- The latest facts per product and aspect; per SKU where the aspect belongs to a listing ('' otherwise).
create table observations (
  tenant_id   uuid not null,
  product_id  bigint not null,
  aspect      text not null,
  sku         text not null,
  facts       jsonb not null,
  hash        text not null,
  observed_at timestamptz not null,
  primary key (tenant_id, product_id, aspect, sku),
  foreign key (tenant_id, product_id) references products on delete cascade
);

create table observation_history (
  tenant_id   uuid not null references tenants on delete cascade,
  observed_at timestamptz not null,
  product_id  bigint not null,
  aspect      text not null,
  sku         text not null,
  facts       jsonb not null,
  primary key (tenant_id, observed_at, product_id, aspect, sku)
) partition by range (observed_at);

-- One row per seller account, marketplace and source: the unit of scheduling.
create table sweeps (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  marketplace       text not null,
  source            text not null,
  due_at            timestamptz not null,
  -- Progress of the running pass: the last SKU or ASIN requested, or a report's id.
  cursor            jsonb,
  pass_started_at   timestamptz,
  -- Start of the last complete pass: all facts are observed as of this instant.
  confirmed_at      timestamptz,
  finished_at       timestamptz,
  failures          integer not null default 0,
  last_error        text,
  -- Number of changes that this sweep found although push should have announced them.
  missed_by_push    integer not null default 0,
  primary key (tenant_id, seller_account_id, marketplace, source),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);
create index sweeps_due on sweeps (due_at);

create table subscriptions (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  notification_type text not null,
  subscription_id   text not null,
  created_at        timestamptz not null,
  -- Time of the last notification, which proves that push works.
  last_event_at     timestamptz,
  primary key (tenant_id, seller_account_id, notification_type),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);

-- Notifications arrive at least once and in any order; these ids are already processed.
create table notifications_taken (
  tenant_id       uuid not null references tenants on delete cascade,
  notification_id text not null,
  taken_at        timestamptz not null,
  primary key (tenant_id, notification_id)
);

-- Global: Amazon limits requests per selling partner, region and operation, across all tenants.
create table quota_buckets (
  selling_partner_id text not null,
  region             text not null,
  operation          text not null,
  tokens             double precision not null,
  rate               double precision not null,
  burst              double precision not null,
  -- Share of the rate in use: halved by a 429, recovers with time.
  factor             double precision not null default 1,
  refilled_at        timestamptz not null,
  primary key (selling_partner_id, region, operation)
);
