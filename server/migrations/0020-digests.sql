-- The daily digest: when each address is due its next one, and which it has had.

alter table email_addresses
  -- By what its digests go; null when it gets none. Made by the database, so that whoever changes one of these changes it.
  add column digest_clock text generated always as (
    case
      when subscribed_to_daily_digest and stopped_at is null and (is_primary or verified_at is not null)
      then digest_email_hour::text || ' ' || timezone_offset_minutes::text || ' ' || timezone_adjust_to_dst::text || ' '
           || coalesce(time_zone, '')
    end
  ) stored,
  -- The clock by which the next one was reckoned: when it is another, it is reckoned anew.
  add column digest_reckoned_by text,
  add column digest_due_at timestamptz,
  -- The latest local day that is settled: days only go on, so that no hour or zone doubles one.
  add column digest_last_day date;
create index email_addresses_digest_due on email_addresses (digest_due_at) where digest_due_at is not null;
create index email_addresses_digest_changed on email_addresses (email_address_id)
  where digest_clock is distinct from digest_reckoned_by;

-- One digest to one address. Written when it is due, sent afterwards; its key allows one of each local day.
create table digests (
  tenant_id        uuid not null,
  email_address_id bigint not null,
  local_day        date not null,
  state            text not null check (state in ('pending', 'sent', 'failed')),
  -- Fixed before it is sent, and the same when it is sent again.
  message_id       text not null,
  attempts         integer not null default 0,
  next_attempt_at  timestamptz not null,
  created_at       timestamptz not null,
  sent_at          timestamptz,
  last_error       text,
  primary key (tenant_id, email_address_id, local_day),
  foreign key (tenant_id, email_address_id) references email_addresses on delete cascade
);
create index digests_pending on digests (next_attempt_at) where state = 'pending';
