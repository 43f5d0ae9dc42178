-- Notification settings of an account and its addresses, and the audit trail of changes.

alter table tenants
  add column instant_alert boolean not null default true,
  add column alert_subject text not null default 'DETAILED' check (alert_subject in ('SIMPLE', 'DETAILED')),
  -- How long alerts are collected when instant alerts are off.
  add column batching_interval_minutes integer not null default 60 check (batching_interval_minutes between 60 and 1440);

alter table email_addresses
  -- Set for the account and applied to all of its addresses (section 3, "Identity settings").
  drop column instant_alert,
  add column subscribed_to_daily_digest boolean not null default true,
  add column subscribed_to_newsletter boolean not null default false,
  add column digest_email_hour smallint not null default 7 check (digest_email_hour between 0 and 23),
  -- Whether summer time is added to the offset; ignored if a time zone is set.
  add column timezone_adjust_to_dst boolean not null default true,
  -- An IANA name; if null, the offset applies, with the summer time of the seller's region.
  add column time_zone text,
  -- No mail is sent in these local hours; waiting alerts are sent together afterwards.
  add column quiet_from_hour smallint check (quiet_from_hour between 0 and 23),
  add column quiet_to_hour smallint check (quiet_to_hour between 0 and 23),
  -- Seller accounts that the address may see but gets no mail about.
  add column unsubscribed_seller_account_ids bigint[] not null default '{}',
  -- Time since which nothing is sent, because the address's mail server refuses it permanently.
  add column stopped_at timestamptz,
  add column stopped_reason text,
  add constraint email_addresses_quiet check ((quiet_from_hour is null) = (quiet_to_hour is null));

-- Audit trail of changes to access, addresses, tokens and settings. Contains texts instead of ids, so that it outlives
-- the rows.
create table audit_events (
  tenant_id      uuid not null references tenants on delete cascade,
  audit_event_id bigint generated always as identity,
  at             timestamptz not null,
  -- E-mail address of the person who made the change; 'operator' for the command line, 'watchpost' for automatic
  -- changes.
  actor          text not null,
  action         text not null,
  -- Name of the changed thing: an address, a seller account, a kind.
  subject        text not null,
  details        jsonb not null default '{}',
  primary key (tenant_id, audit_event_id)
);
create index audit_events_at on audit_events (tenant_id, at desc, audit_event_id desc);
