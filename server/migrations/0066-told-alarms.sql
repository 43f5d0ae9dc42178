-- The time at which all dashboards were told of the alarm. A process may die between raising an alarm and telling the
-- dashboards; another process then finds that the time is missing.

alter table operator_alarms add column told_at timestamptz;
