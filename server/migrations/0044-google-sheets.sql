-- The spreadsheet of a connection to Google Sheets.

create table google_sheets (
  tenant_id       uuid not null,
  connection_id   bigint not null,
  -- The Google account; another one cannot open the spreadsheet.
  google_id       text not null,
  spreadsheet_id  text,
  spreadsheet_url text,
  -- The spreadsheet was deleted or taken from us: the next consent makes a new one.
  is_lost         boolean not null default false,
  -- By tab, the hash of the rows that it holds.
  hashes          jsonb not null default '{}',
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references connections (tenant_id, connection_id) on delete cascade
);
