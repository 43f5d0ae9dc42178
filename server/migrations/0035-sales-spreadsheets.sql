-- Sales by mail: requested spreadsheets, their recipients, and the compiled files until they expire.

create table sales_spreadsheets (
  tenant_id          uuid not null references tenants on delete cascade,
  spreadsheet_id     bigint generated always as identity,
  -- The user who asked. The file has the products that the user and all recipients may see.
  email_address_id   bigint not null,
  -- A product or the parent of a family; both are null for all products.
  product_id         bigint,
  product_group_id   text,
  from_day           date not null,
  to_day             date not null,
  requested_at       timestamptz not null,
  state              text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- The process that compiles the spreadsheet. When the lease has ended, any process may start again.
  claimed_by         uuid,
  claimed_until      timestamptz not null,
  attempts           integer not null default 0,
  -- The size, rows and seller accounts of the compiled file, and the time until which the file is kept.
  byte_count         bigint,
  row_count          bigint,
  seller_account_ids bigint[] not null default '{}',
  expires_at         timestamptz,
  primary key (tenant_id, spreadsheet_id),
  foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id) on delete cascade
);
-- At most one spreadsheet per tenant waits or is compiled at a time.
create unique index sales_spreadsheets_one on sales_spreadsheets (tenant_id) where state = 'waiting';
create index sales_spreadsheets_due on sales_spreadsheets (claimed_until) where state = 'waiting';
create index sales_spreadsheets_expiry on sales_spreadsheets (expires_at) where state <> 'waiting';

create table sales_spreadsheet_recipients (
  tenant_id        uuid not null,
  spreadsheet_id   bigint not null,
  email_address_id bigint not null,
  -- The mail in the outbox, written in the transaction that ends the compiling.
  message_id       text,
  primary key (tenant_id, spreadsheet_id, email_address_id),
  foreign key (tenant_id, spreadsheet_id) references sales_spreadsheets (tenant_id, spreadsheet_id) on delete cascade,
  foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id) on delete cascade
);
create index sales_spreadsheet_recipients_message on sales_spreadsheet_recipients (tenant_id, message_id);
create index sales_spreadsheet_recipients_address on sales_spreadsheet_recipients (tenant_id, email_address_id);

-- The bytes of files. The parts that a dead process has written belong to no file; they are deleted when another
-- process completes the spreadsheet.
create table sales_spreadsheet_parts (
  tenant_id      uuid not null,
  spreadsheet_id bigint not null,
  claimed_by     uuid not null,
  part_no        integer not null,
  bytes          bytea not null,
  primary key (tenant_id, spreadsheet_id, claimed_by, part_no),
  foreign key (tenant_id, spreadsheet_id) references sales_spreadsheets (tenant_id, spreadsheet_id) on delete cascade
);
-- An Excel file is compressed already.
alter table sales_spreadsheet_parts alter column bytes set storage external;

alter table messages drop constraint messages_purpose_check;
alter table messages
  add constraint messages_purpose_check
  check (purpose in ('alert', 'digest', 'notice', 'account', 'test', 'spreadsheet'));
