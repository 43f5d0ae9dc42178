-- A process may die between raising an alarm and telling all dashboards of it; another one finds that it is still to tell.

alter table operator_alarms add column told_at timestamptz;
