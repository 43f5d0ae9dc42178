-- A request for an invoice that the payment provider refuses is an error of ours, which operators have to see. Events name
-- a payment method that was detached by its id alone.
alter table invoices add column request_error text;
create index invoices_request_error on invoices (tenant_id) where request_error is not null;
create index payment_methods_method on payment_methods (method_id);

-- An attempt without a payment method counted as a failed one. Nothing was charged in vain: such invoices wait for a method.
update invoices
   set state = 'open',
       attempts = 0,
       failed_attempts = 0,
       first_attempt_at = null,
       attempt_at = null,
       last_error = null
 where state = 'failed'
   and last_error = 'There is no payment method'
   and provider_invoice_id is null
   and not exists (select 1
                     from payment_methods m
                    where m.tenant_id = invoices.tenant_id
                      and m.is_current);
