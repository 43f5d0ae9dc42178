-- Messages may be held until a problem has lasted, or not be sent at all; the delivery log says why.

alter table deliveries
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('pending', 'held', 'sent', 'failed', 'dropped'));

-- The turns of the worker that releases what was held.
create index deliveries_held on deliveries (tenant_id, next_attempt_at) where state = 'held';
