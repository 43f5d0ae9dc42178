-- Billing: the price of each day, invoices, and the state of each tenant's subscription.

-- False while the subscription is not active. Then nothing of the tenant is swept or judged.
alter table tenants add column is_served boolean not null default true;
-- True while the open period has reached a limit that keeps new products from being tracked.
alter table tenants add column is_capped boolean not null default false;

alter table packages
  add column plan text not null default 'daily' check (plan in ('daily', 'package')),
  add column base_products integer not null default 0 check (base_products >= 0),
  add column addon_products integer not null default 0 check (addon_products >= 0),
  add column rate_card_id text not null default 'standard';

-- The versions of price lists per tracked ASIN and day. Rows are added and never changed, because closed days refer to
-- them.
create table rate_cards (
  rate_card_id text not null,
  valid_from   date not null,
  base_mills   integer not null check (base_mills >= 0),
  base_asins   integer not null check (base_asins >= 0),
  -- [{ "upTo": 100, "mills": 16 }, …, { "upTo": null, "mills": 8 }]
  tiers        jsonb not null,
  -- The time at which all owners were told of this version of the price list.
  told_at      timestamptz,
  primary key (rate_card_id, valid_from)
);
insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, told_at, tiers)
values ('standard', '2020-01-01', 333, 20, '2020-01-01', '[
  { "upTo": 100, "mills": 16 }, { "upTo": 500, "mills": 14 }, { "upTo": 2000, "mills": 12 },
  { "upTo": 10000, "mills": 10 }, { "upTo": null, "mills": 8 }
]');

create table tenant_subscriptions (
  tenant_id      uuid primary key references tenants on delete cascade,
  state          text not null default 'trial' check (state in (
    'exempt', 'trial', 'missing', 'active', 'failed', 'suspended', 'blocked', 'canceled'
  )),
  is_exempt      boolean not null default false,
  addon_count    integer not null default 0 check (addon_count >= 0),
  -- The first day on which a tenant with a package pays per ASIN and day instead.
  daily_from     date,
  frequency      text not null default 'monthly' check (frequency in ('daily', 'monthly')),
  -- The first day of the open billing period; during the trial, the first day of the first billing period.
  period_from    date not null,
  -- The last closed day.
  closed_through date not null,
  -- The last day whose amount is in an invoice or in the carried amount.
  billed_through date not null,
  -- The last closed day on which the amount of a tenant that pays daily was found too small for an invoice.
  looked_at_through date not null default '-infinity',
  -- The carried amount: what was too small for an invoice, or a fraction of a cent. The next invoice includes it.
  carry_mills    bigint not null default 0,
  -- The end of the service of a cancelled subscription.
  ends_at        timestamptz,
  took_offer_at  timestamptz,
  billing_name   text not null default '',
  billing_address jsonb,
  -- The customer at the payment provider.
  customer_id    text,
  -- The owner's limit for the open period. The owner is told at 50, 80 and 100 % of it, once in the period.
  budget_cents   bigint check (budget_cents > 0),
  -- Whether the limit keeps new products from being tracked.
  caps_tracking  boolean not null default false,
  budget_told    integer not null default 0,
  budget_told_in date,
  -- The last day on which the closed days were counted again, to find errors in them.
  checked_on     date,
  -- The next instant at which time alone changes the state or a reminder is due.
  review_at      timestamptz
);
create index tenant_subscriptions_customer on tenant_subscriptions (customer_id);
create index tenant_subscriptions_open on tenant_subscriptions (closed_through);
create index tenant_subscriptions_check on tenant_subscriptions (checked_on nulls first);
create index tenant_subscriptions_review on tenant_subscriptions (review_at);

-- The times at which the service was on. Days without service cost nothing.
create table service_periods (
  tenant_id   uuid not null references tenants on delete cascade,
  served_from timestamptz not null,
  served_to   timestamptz,
  primary key (tenant_id, served_from)
);

create table discounts (
  tenant_id   uuid not null references tenants on delete cascade,
  discount_id bigint generated always as identity,
  percent     integer not null check (percent between 1 and 100),
  from_day    date not null,
  -- The last day of the discount; null if it has no end.
  to_day      date,
  origin      text not null check (origin in ('package', 'offer', 'code')),
  code        text,
  created_at  timestamptz not null,
  primary key (tenant_id, discount_id)
);

-- A closed day of UTC on which the service was on. The row never changes: an error that is found later becomes a
-- correction.
create table usage_days (
  tenant_id        uuid not null references tenants on delete cascade,
  day              date not null,
  asins            integer not null,
  is_trial         boolean not null,
  -- The price list of the day; null for a package.
  rate_card_id     text,
  rate_card_from   date,
  regular_mills    bigint not null,
  discount_percent integer not null,
  mills            bigint not null,
  closed_at        timestamptz not null,
  primary key (tenant_id, day)
);

-- Adjustments of closed days, credits, and fees of the trial, each with its reason for the customer.
create table corrections (
  tenant_id     uuid not null references tenants on delete cascade,
  correction_id bigint generated always as identity,
  kind          text not null check (kind in ('adjustment', 'credit', 'fee')),
  -- The closed day that an adjustment corrects.
  day           date,
  mills         bigint not null,
  reason        text not null,
  created_at    timestamptz not null,
  -- The time at which an invoice or the carried amount included the correction; null before.
  billed_at     timestamptz,
  primary key (tenant_id, correction_id)
);

create table payment_methods (
  tenant_id        uuid not null references tenants on delete cascade,
  -- The id of the payment method at the provider. Of the card or account only what lets its owner recognise it is
  -- stored.
  method_id        text not null,
  method           text not null check (method in ('card', 'ach')),
  -- Pending: a bank account whose micro-deposits are not confirmed yet. Disputed: it is not charged any more.
  status           text not null check (status in ('usable', 'pending', 'disputed')),
  setup_intent_id  text,
  setup_created_at timestamptz,
  name             text not null,
  last4            text not null,
  expires          text,
  account_type     text,
  account_holder   text,
  routing_number   text,
  balance_cents    bigint,
  verification_url text,
  -- Whether the owner was told that the card expires before the next bill.
  is_expiry_told   boolean not null default false,
  is_current       boolean not null,
  saved_at         timestamptz not null,
  primary key (tenant_id, method_id)
);
create unique index payment_methods_current on payment_methods (tenant_id) where is_current;

create table invoices (
  tenant_id           uuid not null references tenants on delete cascade,
  invoice_id          uuid not null,
  number              text not null,
  from_day            date not null,
  to_day              date not null,
  total_cents         bigint not null check (total_cents > 0),
  -- [{ "description", "mills", "cents" }, …]; the cents add up to the total.
  lines               jsonb not null,
  billing_name        text not null,
  -- Processing: a bank transfer is on its way. Failed: an attempt has failed and another one follows.
  state               text not null default 'open' check (state in (
    'open', 'processing', 'paid', 'failed', 'void', 'uncollectible'
  )),
  created_at          timestamptz not null,
  -- The next attempt; while a process makes it, the end of its lease. Null when none is due by time.
  attempt_at          timestamptz,
  attempts            integer not null default 0,
  -- The number of attempts that got no answer and were put off. It is part of the idempotency key, because the provider
  -- repeats its answer to a key for a day, even an error.
  put_offs            integer not null default 0,
  failed_attempts     integer not null default 0,
  first_attempt_at    timestamptz,
  last_error          text,
  -- A bank asks the owner to confirm the payment on the provider's page.
  needs_confirmation  boolean not null default false,
  -- A method that was refused for good, which is not charged again for this invoice.
  refused_method_id   text,
  -- A bank transfer may be repeated twice (rules of the ACH network).
  transfers           integer not null default 0,
  provider_invoice_id text,
  url                 text,
  pdf_url             text,
  paid_at             timestamptz,
  refunded_cents      bigint not null default 0,
  is_disputed         boolean not null default false,
  primary key (tenant_id, invoice_id)
);
create unique index invoices_number on invoices (tenant_id, number);
create index invoices_due on invoices (attempt_at) where attempt_at is not null;

-- Events of the payment provider, from its calls and from the list that is read each night. An event is stored once.
create table payment_events (
  event_id    text primary key,
  type        text not null,
  object_id   text not null,
  created_at  timestamptz not null,
  received_at timestamptz not null,
  -- The next attempt to handle the event; null when it is handled.
  due_at      timestamptz,
  failures    integer not null default 0
);
create index payment_events_due on payment_events (due_at) where due_at is not null;

-- The owner of the tables is subject to row-level security too and would see no tenant.
alter table tenants no force row level security;
insert into tenant_subscriptions (tenant_id, period_from, closed_through, billed_through, billing_name, review_at)
select t.tenant_id, first.day, (t.created_at at time zone 'UTC')::date - 1, first.day - 1, t.company_name, t.created_at
  from tenants t
 cross join lateral (
       select (t.trial_ends_at at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as day
     ) first;
insert into service_periods (tenant_id, served_from)
select t.tenant_id, t.created_at
  from tenants t;
insert into discounts (tenant_id, percent, from_day, to_day, origin, created_at)
select t.tenant_id, p.discount, s.period_from,
       case when p.discount_duration_in_months > 0 then s.period_from + 30 * p.discount_duration_in_months - 1 end,
       'package', t.created_at
  from tenants t
  join packages p on p.package_id = t.package_id
  join tenant_subscriptions s on s.tenant_id = t.tenant_id
 where p.discount > 0;
