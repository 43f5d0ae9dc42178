-- The price of the product's latest order, by which units are valued if neither offers nor reports contain a price.

alter table products add column sold_price_cents bigint;
