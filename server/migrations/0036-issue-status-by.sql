-- A status says who has set it and when, so that somebody who undoes an earlier change sees what came since.
alter table items
  add column issue_status_by text,
  add column issue_status_at timestamptz;
