-- Upkeep of billing: bank balances, customer details that still have to be sent to the provider, the names of price
-- lists, and the state of the comparison with the provider.

alter table payment_methods
  -- The account at the provider from which the balance is read; null for one that was entered by its number.
  add column bank_link_id   text,
  -- The time at which the bank stated the balance.
  add column balance_at     timestamptz,
  -- The next instant at which the bank is asked; while a process does so, the end of its lease.
  add column balance_due_at timestamptz;
create index payment_methods_balance on payment_methods (balance_due_at) where balance_due_at is not null;
create index payment_methods_bank_link on payment_methods (bank_link_id) where bank_link_id is not null;

-- Set while the provider does not have the name, address and tax id that the owner has saved: the next attempt to send
-- them, or the end of the lease of the process that does so.
alter table tenant_subscriptions add column details_due_at timestamptz;
create index tenant_subscriptions_details on tenant_subscriptions (details_due_at) where details_due_at is not null;

-- The names of price lists, to which packages and versions refer.
create table price_lists (rate_card_id text primary key);
insert into price_lists (rate_card_id)
select c.rate_card_id from rate_cards c
 union
select p.rate_card_id from packages p;
alter table rate_cards add constraint rate_cards_list foreign key (rate_card_id) references price_lists;
alter table packages add constraint packages_price_list foreign key (rate_card_id) references price_lists;

-- One row: the place in the provider's list of events, and the result of the last comparison of invoices.
create table payment_provider_state (
  is_only             boolean primary key default true check (is_only),
  -- Events that were created before this instant were read.
  events_read_through timestamptz,
  mismatches          integer not null default 0,
  compared_at         timestamptz
);
insert into payment_provider_state default values;
