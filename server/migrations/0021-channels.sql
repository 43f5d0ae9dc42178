-- Programs and Slack channels that are told of flips, what is sent besides flips, and what mail servers report later.

create table channels (
  tenant_id uuid not null references tenants on delete cascade,
  channel_id bigint generated always as identity,
  kind text not null check (kind in ('webhook', 'slack')),
  name text not null check (char_length(name) <= 100),
  -- Encrypted: whoever has the address of a Slack channel can write there.
  sealed_address text not null,
  -- Enough to recognise it by.
  address_hint text not null,
  -- What signs a webhook, and the one before it, which signs too until then. Encrypted.
  sealed_secret text,
  sealed_old_secret text,
  old_secret_until timestamptz,
  alert_settings jsonb not null default '{}',
  unsubscribed_seller_account_ids bigint[] not null default '{}',
  is_on boolean not null default true,
  -- Since when nothing is sent there, as it is refused for good, and why.
  stopped_at timestamptz,
  stopped_reason text,
  -- Since when, and how often in a row, it has not been reached; until when it is left alone.
  failing_since timestamptz,
  failures integer not null default 0,
  wait_until timestamptz,
  -- How often in a row it said that there is nothing at this address.
  gone_answers integer not null default 0,
  -- One process at a time sends to a channel, so that flips arrive in their order. Who dies lets go after a while.
  busy_by uuid,
  busy_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, channel_id)
);

alter table deliveries rename column push_subscription_id to target_id;
alter table deliveries
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('mail', 'push', 'webhook', 'slack'));
-- target_id: the browser of a push, the channel of a webhook or of Slack (which have no e-mail address: 0), 0 for mail.
create index deliveries_of_channels on deliveries (tenant_id, target_id, flip_at, flip_id)
  where state = 'pending' and channel in ('webhook', 'slack');

-- What is sent besides flips and digests: test messages, and to the owner that an address or a channel was stopped.
create table notices (
  tenant_id uuid not null references tenants on delete cascade,
  notice_id bigint generated always as identity,
  at timestamptz not null,
  kind text not null check (kind in ('test', 'addressStopped', 'channelStopped')),
  channel text not null check (channel in ('mail', 'webhook', 'slack')),
  email_address_id bigint,
  channel_id bigint,
  -- In words that outlive what they name: whom it went to; what was stopped, and why.
  recipient text not null,
  subject text,
  reason text,
  state text not null check (state in ('pending', 'sent', 'failed')),
  message_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  primary key (tenant_id, notice_id)
);
create index notices_at on notices (tenant_id, at desc, notice_id desc);
create index notices_pending on notices (next_attempt_at) where state = 'pending';

-- What the mail service reports after it has taken a mail, until the worker has looked whose address it is. Global: a
-- report names an address, not a tenant. The same report comes more than once.
create table mail_reports (
  report_id text primary key,
  email text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  reason text not null,
  -- When the mail came back.
  at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index mail_reports_waiting on mail_reports (received_at) where handled_at is null;
create index email_addresses_lower on email_addresses (lower(email));
