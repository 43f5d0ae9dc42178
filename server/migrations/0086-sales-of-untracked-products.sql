-- A spreadsheet of sales may have all products that the user may see, also those that are not tracked.

alter table sales_spreadsheets
  add column includes_untracked boolean not null default false;
