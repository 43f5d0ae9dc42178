-- Products whose offers and reports tell no price are valued by the price of their latest order.

alter table products add column sold_price_cents bigint;
