-- The figures behind a verdict's text, from which the stock view draws how long the stock lasts.

alter table items
  add column figures jsonb;
