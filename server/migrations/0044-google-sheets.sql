-- The spreadsheet of a connection to Google Sheets.

create table google_sheets (
  tenant_id       uuid not null,
  connection_id   bigint not null,
  -- The Google account; another one cannot open the spreadsheet.
  google_id       text not null,
  spreadsheet_id  text,
  spreadsheet_url text,
  -- True if the spreadsheet was deleted or Google no longer lets us edit it: the next consent makes a new one.
  is_lost         boolean not null default false,
  -- The hash of the rows of each tab, by the tab's name.
  hashes          jsonb not null default '{}',
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, connection_id) on delete cascade
);
