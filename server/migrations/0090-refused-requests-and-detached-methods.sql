-- A request for an invoice that the payment provider refuses is an error of ours, which operators have to see. Events name
-- a payment method that was detached by its id alone.
alter table invoices add column request_error text;
create index invoices_request_error on invoices (tenant_id) where request_error is not null;
create index payment_methods_method on payment_methods (method_id);
