-- The history of one product is read as a whole: by its product first, so that no other index is needed for it.

alter table observation_history
  drop constraint observation_history_pkey,
  add primary key (tenant_id, product_id, aspect, sku, observed_at);
