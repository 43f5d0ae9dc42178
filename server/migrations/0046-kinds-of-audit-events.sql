-- Log-ins, and refusals of them, stand in the audit trail apart from changes, because they would crowd out the changes.

alter table audit_events
  add column kind text not null default 'change' check (kind in ('change', 'log-in', 'question'));
-- A page of one kind is found without reading through the events of the others.
create index audit_events_kind on audit_events (tenant_id, kind, audit_event_id desc);
