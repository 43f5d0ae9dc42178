-- Browsers that get flips while Watchpost is not open in them, and flips that nobody is notified of.

-- A subscribed browser of a session. It gets messages only as long as the session lasts, because the next person at the
-- same computer must not see them.
create table push_subscriptions (
  tenant_id            uuid not null,
  push_subscription_id bigint generated always as identity,
  session_hash         text not null,
  email_address_id     bigint not null,
  endpoint_hash        text not null,
  -- The browser's push address and encryption keys, encrypted: anybody who has them can send to the browser.
  sealed               text not null,
  created_at           timestamptz not null,
  primary key (tenant_id, push_subscription_id),
  unique (tenant_id, endpoint_hash),
  foreign key (tenant_id, session_hash) references sessions on delete cascade,
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_hash);
create index push_subscriptions_address on push_subscriptions (tenant_id, email_address_id);

-- One person may have several browsers, and a delivery to one is retried without the others.
alter table deliveries
  add column push_subscription_id bigint not null default 0,
  drop constraint deliveries_pkey,
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('mail', 'push')),
  add primary key (tenant_id, flip_at, flip_id, email_address_id, channel, push_subscription_id);

alter table flips
  -- True for muted items and for kinds in preview or not in the plan: nobody is notified.
  add column is_silent boolean not null default false,
  -- True if the item became ok because the facts improved; the end of a window or a new whitelist entry is no
  -- improvement.
  add column is_improved boolean not null default false;
