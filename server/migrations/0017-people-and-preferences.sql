-- What an account and each of its addresses want to be told, when, and who changed what.

alter table tenants
  add column instant_alert boolean not null default true,
  add column alert_subject text not null default 'DETAILED' check (alert_subject in ('SIMPLE', 'DETAILED')),
  -- How long alerts are collected when instant alerts are off.
  add column batching_interval_minutes integer not null default 60 check (batching_interval_minutes between 60 and 1440);

alter table email_addresses
  -- The account decides, for all of its addresses (section 3, "Identity settings").
  drop column instant_alert,
  add column subscribed_to_daily_digest boolean not null default true,
  add column subscribed_to_newsletter boolean not null default false,
  add column digest_email_hour smallint not null default 7 check (digest_email_hour between 0 and 23),
  -- Whether the offset counts an hour more in summer; without meaning where a time zone is given.
  add column timezone_adjust_to_dst boolean not null default true,
  -- An IANA name; without one the offset counts, with the summer time of the seller's region.
  add column time_zone text,
  -- No mail in these hours of theirs; what came meanwhile is sent together afterwards.
  add column quiet_from_hour smallint check (quiet_from_hour between 0 and 23),
  add column quiet_to_hour smallint check (quiet_to_hour between 0 and 23),
  -- Seller accounts that it may see and is not told about.
  add column unsubscribed_seller_account_ids bigint[] not null default '{}',
  -- Since when nothing is sent to it, as the mail server of the address refuses it for good.
  add column stopped_at timestamptz,
  add column stopped_reason text,
  add constraint email_addresses_quiet check ((quiet_from_hour is null) = (quiet_to_hour is null));

-- Whatever changes access, addresses, tokens or settings. Words, not ids: who and what is gone is still told.
create table audit_events (
  tenant_id      uuid not null references tenants on delete cascade,
  audit_event_id bigint generated always as identity,
  at             timestamptz not null,
  -- The e-mail address of who did it; 'operator' for the command line, 'watchpost' for what happens by itself.
  actor          text not null,
  action         text not null,
  -- What it was done to, in the words of the product: an address, a seller account, a kind.
  subject        text not null,
  details        jsonb not null default '{}',
  primary key (tenant_id, audit_event_id)
);
create index audit_events_at on audit_events (tenant_id, at desc, audit_event_id desc);
