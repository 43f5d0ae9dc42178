-- The user who has set the status of an issue, and when. A user who undoes an earlier change is shown the later ones.
alter table items
  add column issue_status_by text,
  add column issue_status_at timestamptz;
