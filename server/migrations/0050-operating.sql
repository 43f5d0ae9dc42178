-- Operators see the state of the whole product: its processes, the work that was set aside, and who may look.

-- The processes that run, each of which writes its row every few seconds.
create table processes (
  process_id uuid primary key,
  role       text not null,
  version    text not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  -- The state that only the process itself knows: waiters for its connections, failing loops, answers of the
  -- marketplace.
  figures    jsonb not null default '{}'
);

-- The logins that may see /operator. The API may only read this table, so that no call of the API can make a login an
-- operator.
create table operators (
  tenant_id        uuid not null,
  email_address_id bigint not null,
  granted_at       timestamptz not null,
  primary key (tenant_id, email_address_id)
);

-- The acts of operators, and the tenants that they have looked at. Entries that concern a tenant are also in the
-- tenant's own audit trail.
create table operator_acts (
  operator_act_id bigint generated always as identity primary key,
  at              timestamptz not null,
  operator        text not null,
  action          text not null,
  subject         text not null,
  reason          text,
  tenant_id       uuid
);
create index operator_acts_at on operator_acts (at desc, operator_act_id desc);

-- Notifications whose processing has failed three times.
create table poisoned_notifications (
  notification_no bigint generated always as identity primary key,
  message_id      text not null unique,
  body            text not null,
  reason          text not null,
  deliveries      integer not null,
  set_aside_at    timestamptz not null
);

-- Tenants whose turn in a chore of the worker keeps failing. Each process counts and stores its own failures.
create table set_aside_turns (
  tenant_id      uuid not null references tenants (tenant_id) on delete cascade,
  chore          text not null,
  process_id     uuid not null,
  failures       integer not null,
  last_error     text not null,
  since          timestamptz not null,
  retry_at       timestamptz not null,
  -- True if an operator has asked the process to try the turn now.
  is_retry_asked boolean not null default false,
  primary key (tenant_id, chore, process_id)
);

-- A message that could not be composed keeps its payload until an operator retries or drops it.
alter table messages add column set_aside_at timestamptz;
create index messages_set_aside on messages (tenant_id, set_aside_at) where set_aside_at is not null;
create index messages_failed on messages (due_at) where state = 'failed';

create index sweeps_failing on sweeps (tenant_id, seller_account_id) where failures >= 3;

-- The allowance of the day, as it was computed when credits were last claimed.
alter table page_credits add column allowed integer;
create index page_credits_day on page_credits (day);
