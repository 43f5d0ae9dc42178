-- Who has set the status of an issue and when, so that a user who undoes an earlier change sees later changes.
alter table items
  add column issue_status_by text,
  add column issue_status_at timestamptz;
