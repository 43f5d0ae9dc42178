-- The history is read for one product at a time, so the product comes first in the key and no other index is needed.

alter table observation_history
  drop constraint observation_history_pkey,
  add primary key (tenant_id, product_id, aspect, sku, observed_at);
