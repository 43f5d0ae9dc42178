-- Pauses: nothing of a tenant is watched while its service is off, and work that is not done must not crowd out the
-- work of others.

-- When the worker has put the work of an unserved tenant aside; cleared when that work is due again.
alter table tenants add column paused_at timestamptz;
alter table tenants
  add column is_watched boolean not null generated always as (is_served and paused_at is null) stored;
-- Tenants whose service was turned off or on, until the worker has noticed it.
create index tenants_turned on tenants (tenant_id) where is_served = (paused_at is not null);
