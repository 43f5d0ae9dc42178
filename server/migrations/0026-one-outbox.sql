-- One table for all sent messages. Messages about an account, tests and notices move here from `notices`.

create table messages (
  tenant_id        uuid not null references tenants on delete cascade,
  -- The id of the sent message, the same for each attempt: the Message-ID of a mail, the webhook-id of a webhook.
  message_id       text not null,
  -- The order in which messages were created.
  message_no       bigint generated always as identity,
  transport        text not null,
  purpose          text not null check (purpose in ('alert', 'digest', 'notice', 'account', 'test')),
  -- The recipient: an address, or a browser or a channel. Both are null for other recipients, such as the support
  -- mailbox.
  email_address_id bigint,
  target_id        bigint,
  -- The texts of the delivery log, which outlive the rows that they describe.
  recipient        text not null,
  kind             text,
  subject          text,
  reason           text,
  -- Content that cannot be composed again at sending, such as a mail with the secret of a link. Encrypted, and erased
  -- when settled.
  sealed_payload   text,
  -- The digest's date on the recipient's clock.
  local_day        date,
  state            text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'failed', 'given up')),
  created_at       timestamptz not null,
  -- The time at which the message is due. While a process has claimed it: the end of the lease, after which any process
  -- may claim it.
  due_at           timestamptz not null,
  attempts         integer not null default 0,
  claimed_by       uuid,
  sent_at          timestamptz,
  last_error       text,
  primary key (tenant_id, message_id)
);
create unique index messages_local_day on messages (tenant_id, email_address_id, local_day) where local_day is not null;
create index messages_due on messages (transport, due_at) where state in ('waiting', 'claimed');
create index messages_unsettled on messages (tenant_id, transport, due_at) where state in ('waiting', 'claimed');
create index messages_log on messages (tenant_id, created_at desc, message_no desc);

-- The owner of the tables is subject to row-level security too and would see no row of `notices`.
alter table notices no force row level security;
insert into messages (
  tenant_id, message_id, transport, purpose, email_address_id, target_id, recipient, kind, subject, reason, state,
  created_at, due_at, attempts, sent_at, last_error
)
select n.tenant_id, coalesce(n.message_id, '<notice-' || n.notice_id || '@watchpost>'), n.channel,
       case when n.kind = 'test' then 'test' when n.kind in ('addressStopped', 'channelStopped') then 'notice'
            else 'account' end,
       n.email_address_id, n.channel_id, n.recipient, n.kind, n.subject, n.reason,
       case n.state when 'pending' then 'waiting' else n.state end,
       n.at, n.next_attempt_at, n.attempts, n.sent_at, n.last_error
  from notices n
 order by n.at, n.notice_id;
drop table notices;
