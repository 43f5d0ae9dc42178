-- Start of the time in which the listings report shows no active offer of a product. Listings observed later tell
-- whether the marketplace has taken the offer down.

alter table products
  add column inactive_since timestamptz;
