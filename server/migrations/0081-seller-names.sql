-- The names of sellers. Offers contain only the ids of their sellers; product pages also contain the names, which
-- people know better.

create table seller_names (
  tenant_id uuid not null references tenants (tenant_id) on delete cascade,
  seller_id text not null,
  name      text not null,
  seen_at   timestamptz not null,
  primary key (tenant_id, seller_id)
);
