-- Best-seller ranks by hour, the price for which fees are estimated, and the figures that a product's card shows.

-- Ranks change all day, so they are samples and not facts. A day is one row of less than 200 bytes.
create table rank_days (
  tenant_id  uuid not null,
  product_id bigint not null,
  -- Date in the marketplace's time zone.
  day        date not null,
  -- One element per hour, the first for midnight; 0 for an hour without a sample.
  ranks      integer[] not null check (cardinality(ranks) = 24),
  primary key (tenant_id, product_id, day),
  foreign key (tenant_id, product_id) references products on delete cascade
) partition by range (day);

alter table products
  -- Tenths of a star: 43 is 4.3.
  add column star_rating_tenths integer,
  add column review_count       integer,
  -- Average of the last 24 hours.
  add column bsr_rank           integer,
  add column fba_fee_cents      bigint,
  -- Units in Amazon's warehouses and inbound, over all listings.
  add column total_qty          integer,
  add column in_stock_qty       integer,
  add column inbound_qty        integer,
  -- Units that the seller ships itself.
  add column fbm_qty            integer;

-- Fees are always estimated for the price of the first estimate, because the referral fee changes with the price.
alter table listings
  add column fee_reference_cents bigint;
