-- Items, their flips, and the deliveries of flips to recipients.

create table items (
  tenant_id    uuid not null,
  item_id      text not null,
  product_id   bigint not null,
  type         text not null,
  status       smallint not null check (status in (0, 1, 2, 99)),
  issue_status smallint not null default 0 check (issue_status between 0 and 3),
  muted_until  timestamptz,
  message      text,
  from_text    text,
  to_text      text,
  evidence     jsonb not null default '[]',
  -- Subject of the verdict: another subject on a red item is news.
  about        text,
  -- The memory of the kind, such as its baseline.
  memory       jsonb,
  settings     jsonb,
  -- The item is judged again at this instant, even without new facts.
  again_at     timestamptz,
  revision     integer not null default 0,
  changed_at   timestamptz,
  version      bigint not null,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, product_id) references products on delete cascade
);
create index items_version on items (tenant_id, version);
create index items_product on items (tenant_id, product_id);
-- The full state of the world leaves out items that are ok, new and not muted.
create index items_shown on items (tenant_id) where status <> 0 or issue_status <> 0 or muted_until is not null;
create index items_again on items (again_at) where again_at is not null;
create index items_muted on items (muted_until) where muted_until is not null;

create table watchdog_settings (
  tenant_id uuid not null references tenants on delete cascade,
  type      text not null,
  settings  jsonb not null,
  version   bigint not null,
  primary key (tenant_id, type)
);

create table flips (
  tenant_id   uuid not null references tenants on delete cascade,
  at          timestamptz not null,
  flip_id     bigint generated always as identity,
  item_id     text not null,
  revision    integer not null,
  product_id  bigint not null,
  type        text not null,
  from_status smallint not null,
  to_status   smallint not null,
  colour      text not null check (colour in ('RED', 'AMBER', 'GREEN')),
  about       text,
  message     text,
  from_text   text,
  to_text     text,
  evidence    jsonb not null,
  primary key (tenant_id, at, flip_id),
  unique (tenant_id, at, item_id, revision)
) partition by range (at);
create index flips_item on flips (tenant_id, item_id, at desc);

-- One message to one recipient by one channel. Inserted with its flip, sent afterwards.
create table deliveries (
  tenant_id        uuid not null references tenants on delete cascade,
  flip_at          timestamptz not null,
  flip_id          bigint not null,
  email_address_id bigint not null,
  channel          text not null check (channel in ('mail')),
  state            text not null check (state in ('pending', 'sent', 'failed')),
  -- Message-ID of the mail that contains this delivery. It stays the same when the mail is sent again, so that mail
  -- programs can drop the duplicate.
  message_id       text,
  attempts         integer not null default 0,
  next_attempt_at  timestamptz not null,
  sent_at          timestamptz,
  last_error       text,
  primary key (tenant_id, flip_at, flip_id, email_address_id, channel)
) partition by range (flip_at);
create index deliveries_pending on deliveries (tenant_id, next_attempt_at) where state = 'pending';
