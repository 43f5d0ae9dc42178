-- Browsers that are told of flips while Watchpost is not open in them, and which flips anybody is told of at all.

-- A browser of somebody who is logged in there. It is told for as long as that session lasts, and not a day longer: the
-- next person at the same computer has no business with the news.
create table push_subscriptions (
  tenant_id            uuid not null,
  push_subscription_id bigint generated always as identity,
  session_hash         text not null,
  email_address_id     bigint not null,
  endpoint_hash        text not null,
  -- The address at the browser's push service and the keys to encrypt for, encrypted: whoever has them can reach the browser.
  sealed               text not null,
  created_at           timestamptz not null,
  primary key (tenant_id, push_subscription_id),
  unique (tenant_id, endpoint_hash),
  foreign key (tenant_id, session_hash) references sessions on delete cascade,
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_hash);
create index push_subscriptions_address on push_subscriptions (tenant_id, email_address_id);

-- One person may have several browsers, and one that fails is tried again without the others.
alter table deliveries
  add column push_subscription_id bigint not null default 0,
  drop constraint deliveries_pkey,
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('mail', 'push')),
  add primary key (tenant_id, flip_at, flip_id, email_address_id, channel, push_subscription_id);

alter table flips
  -- Of a muted item, or of a kind that is tried out or not in the plan: nobody is told.
  add column is_silent boolean not null default false,
  -- What became ok because it is better; the end of a window or a new whitelist entry is no improvement.
  add column is_improved boolean not null default false;
