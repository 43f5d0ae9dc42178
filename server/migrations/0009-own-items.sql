-- Items that people make and take away (keywords), verdicts that wait for another look, and what an operator sets.

alter table items
  -- Judge again at the next look of what the kind reads, though it may find nothing new.
  add column awaits_check boolean not null default false,
  -- Taken away by somebody. The row stays, so that browsers that hold it can be told.
  add column removed_at timestamptz;
create index items_awaiting on items (tenant_id, product_id) where awaits_check;

alter table tenants
  -- Kinds that are not part of the tenant's plan: nobody is mailed of them.
  add column suppressed_types text[] not null default '{}',
  -- Per kind 20 (preview) or 21 (hidden); a kind that is absent is on.
  add column group_statuses jsonb not null default '{}';

-- Kinds with settings of a single item show their items also while they are ok.
create index items_speaking on items (tenant_id, type) where status = 0 and (message is not null or settings is not null);
