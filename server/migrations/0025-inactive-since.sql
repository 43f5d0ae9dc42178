-- Since when the report of listings has said that no offer of a product is active: whoever looks at its listings after that
-- knows whether the marketplace has taken them down.

alter table products
  add column inactive_since timestamptz;
