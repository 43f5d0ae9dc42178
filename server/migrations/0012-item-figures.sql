-- The stock view draws how long stock lasts: the numbers behind a verdict's words travel with them.

alter table items
  add column figures jsonb;
