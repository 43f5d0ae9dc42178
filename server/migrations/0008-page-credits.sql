-- The provider of retail pages is paid by the page: what each tenant may use in a day, and what it has used.

-- Set by an operator; without it the allowance follows from the tracked products and keywords.
alter table tenants add column page_credits_per_day integer check (page_credits_per_day >= 0);

create table page_credits (
  tenant_id uuid not null references tenants on delete cascade,
  -- Of UTC.
  day       date not null,
  -- Kept apart, so that a morning full of new keywords leaves reviews their share.
  purpose   text not null check (purpose in ('products', 'searches')),
  -- Claimed before a page is asked for; what it did not cost is given back.
  used      integer not null check (used >= 0),
  primary key (tenant_id, day, purpose)
);

-- An allowance follows from how many there are, which is asked for with every batch of pages.
create index products_tracked on products (tenant_id, product_id) include (seller_account_id, marketplace) where is_tracked;
create index items_keyword on items (tenant_id, product_id) where type = 'keyword';
