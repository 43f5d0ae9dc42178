-- Deliveries and invoices were found by the text that people read as their reason, so that the text could not be changed.
-- They are found by columns of their own.

-- Whoever unmutes an item sees its problem: what was kept back of it is not told when another mute ends.
alter table deliveries add column was_unmuted boolean not null default false;
-- The last attempt failed because the tax cannot be computed without the billing address.
alter table invoices add column needs_address boolean not null default false;
