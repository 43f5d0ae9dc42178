-- The version of the tenant's world in which something of what is known of a product was last written or taken away.

alter table products
  add column facts_version bigint not null default 0;
