-- The version of the tenant's world in which facts of a product were last written or deleted.

alter table products
  add column facts_version bigint not null default 0;
