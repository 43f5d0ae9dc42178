-- The data of blocked accounts is deleted once the promised time has passed, and sales are reported to the affiliate
-- service.

alter table tenant_subscriptions
  -- The instant at which the state became blocked; null in other states.
  add column blocked_at            timestamptz,
  -- The time from which the data is deleted, as announced to the owner; null before the announcement and in other
  -- states.
  add column deletion_at           timestamptz,
  -- The instant at which the deletion was requested; null again when the account is blocked another time.
  add column deletion_requested_at timestamptz,
  -- The time at which the last of the data had been deleted.
  add column data_deleted_at       timestamptz;
create index tenant_subscriptions_blocked on tenant_subscriptions (blocked_at) where blocked_at is not null;
-- Finds the accounts that were blocked before this migration and whose `blocked_at` no review has stored yet.
create index tenant_subscriptions_unnoted on tenant_subscriptions (tenant_id)
 where state = 'blocked' and blocked_at is null;

-- The reference of the affiliate through whose link the owner came to the sign-up.
alter table tenants add column affiliate_ref text;

-- Events for the affiliate service, of tenants that came by an affiliate.
create table affiliate_events (
  tenant_id     uuid not null references tenants on delete cascade,
  -- The id of the event at the affiliate service, which ignores an event whose id it already knows.
  event_id      text not null,
  event_no      bigint generated always as identity,
  kind          text not null check (kind in ('signup', 'sale', 'refund')),
  -- The amount without tax; null for a sign-up.
  cents         bigint,
  -- The sale that is refunded.
  sale_event_id text,
  happened_at   timestamptz not null,
  -- The next attempt to report the event; while a process does so, the end of its lease. Null when it is reported or
  -- given up.
  due_at        timestamptz,
  failures      integer not null default 0,
  last_error    text,
  reported_at   timestamptz,
  primary key (tenant_id, event_id)
);
create index affiliate_events_due on affiliate_events (due_at) where due_at is not null;
