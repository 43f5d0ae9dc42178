-- The provider of retail pages charges per page: each tenant's daily allowance and its use.

-- The credits of a day, set by an operator; if null, the allowance follows from the tracked products and keywords.
alter table tenants add column page_credits_per_day integer check (page_credits_per_day >= 0);

create table page_credits (
  tenant_id uuid not null references tenants on delete cascade,
  -- Date in UTC.
  day       date not null,
  -- Counted separately, so that many new keywords do not use up the allowance for reviews.
  purpose   text not null check (purpose in ('products', 'searches')),
  -- Reserved before a page is requested; what a page did not cost is returned.
  used      integer not null check (used >= 0),
  primary key (tenant_id, day, purpose)
);

-- The allowance depends on the number of tracked products, which every batch of pages counts.
create index products_tracked on products (tenant_id, product_id) include (seller_account_id, marketplace) where is_tracked;
create index items_keyword on items (tenant_id, product_id) where type = 'keyword';
