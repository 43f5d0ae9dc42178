-- Messages may be held until a problem has lasted, or not be sent at all; the delivery log says why.

alter table deliveries
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('pending', 'held', 'sent', 'failed', 'dropped'));

-- Finds the tenants with held deliveries for the chore of the worker that releases them.
create index deliveries_held on deliveries (tenant_id, next_attempt_at) where state = 'held';
