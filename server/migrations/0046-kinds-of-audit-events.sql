-- Log-ins and refused log-ins are listed apart from changes in the audit trail, because they would crowd out the
-- changes.

alter table audit_events
  add column kind text not null default 'change' check (kind in ('change', 'log-in', 'question'));
-- Finds a page of events of one kind without reading the events of the other kinds.
create index audit_events_kind on audit_events (tenant_id, kind, audit_event_id desc);
