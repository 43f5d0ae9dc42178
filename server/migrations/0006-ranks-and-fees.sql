-- Best-seller ranks hour by hour, the price that fees are estimated at, and the numbers that a product's card shows.

-- Ranks drift all day: samples of the marketplace's day, not facts. A day is one row of less than 200 bytes.
create table rank_days (
  tenant_id  uuid not null,
  product_id bigint not null,
  -- In the marketplace's time zone.
  day        date not null,
  -- One place for each hour, the first at midnight; 0 where none was seen.
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
  -- Units in Amazon's warehouses and on the way there, over all listings.
  add column total_qty          integer,
  add column in_stock_qty       integer,
  add column inbound_qty        integer,
  -- Units that the seller ships itself.
  add column fbm_qty            integer;

-- Fees are always estimated at the price of the first time: the referral fee would move with it otherwise.
alter table listings
  add column fee_reference_cents bigint;
