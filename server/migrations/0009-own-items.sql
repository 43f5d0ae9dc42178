-- Items that users create and remove (keywords), verdicts that await confirmation, and settings by an operator.

alter table items
  -- The item is judged at the next observation of its aspects, even if the facts are unchanged.
  add column awaits_check boolean not null default false,
  -- When a user has removed the item. The row stays, so that browsers that hold the item are informed.
  add column removed_at timestamptz;
create index items_awaiting on items (tenant_id, product_id) where awaits_check;

alter table tenants
  -- Kinds that are not part of the tenant's plan: no mail is sent about them.
  add column suppressed_types text[] not null default '{}',
  -- Status 20 (preview) or 21 (hidden) by kind; a kind that is absent is on.
  add column group_statuses jsonb not null default '{}';

-- Finds the items that are shown although they are ok, as items of kinds with settings per item are.
create index items_speaking on items (tenant_id, type) where status = 0 and (message is not null or settings is not null);
