-- Webhooks and Slack channels that get flips, messages other than flips, and reports of mail servers.

create table channels (
  tenant_id uuid not null references tenants on delete cascade,
  channel_id bigint generated always as identity,
  kind text not null check (kind in ('webhook', 'slack')),
  name text not null check (char_length(name) <= 100),
  -- Encrypted, because anybody who has the address of a Slack channel can post there.
  sealed_address text not null,
  -- Host and last characters of the address, by which users recognise it.
  address_hint text not null,
  -- The secret that signs messages to a webhook, and its predecessor, which also signs until the given time. Encrypted.
  sealed_secret text,
  sealed_old_secret text,
  old_secret_until timestamptz,
  alert_settings jsonb not null default '{}',
  unsubscribed_seller_account_ids bigint[] not null default '{}',
  is_on boolean not null default true,
  -- Time and reason of the stop after permanent refusals; nothing is sent since then.
  stopped_at timestamptz,
  stopped_reason text,
  -- Start and number of consecutive failures, and the time before which nothing is sent.
  failing_since timestamptz,
  failures integer not null default 0,
  wait_until timestamptz,
  -- Number of consecutive answers that say that the address no longer exists.
  gone_answers integer not null default 0,
  -- Lease of the process that sends to the channel: one at a time, so that flips arrive in order. It ends if the
  -- process dies.
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

-- Messages other than flips and digests: tests, and notices to the owner that an address or a channel was stopped.
create table notices (
  tenant_id uuid not null references tenants on delete cascade,
  notice_id bigint generated always as identity,
  at timestamptz not null,
  kind text not null check (kind in ('test', 'addressStopped', 'channelStopped')),
  channel text not null check (channel in ('mail', 'webhook', 'slack')),
  email_address_id bigint,
  channel_id bigint,
  -- Texts that outlive the rows: the recipient's name, and for a notice what was stopped and why.
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

-- Reports of the mail service about accepted mails, until the worker has found the addresses. Global, because a report
-- names an e-mail address and no tenant. A report can arrive more than once.
create table mail_reports (
  report_id text primary key,
  email text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  reason text not null,
  -- Time of the bounce.
  at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index mail_reports_waiting on mail_reports (received_at) where handled_at is null;
create index email_addresses_lower on email_addresses (lower(email));
