-- With STRIPE_TAX the payment provider adds a tax to an invoice when it makes it final. The owner pays it, so that mails,
-- the history and refunds have to know it. total_cents stays the amount without tax.
alter table invoices add column tax_cents bigint not null default 0;
alter table kept_invoices add column tax_cents bigint not null default 0;
