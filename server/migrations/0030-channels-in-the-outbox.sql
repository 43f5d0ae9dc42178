-- Messages to channels are sent by the outbox too. Unsettled messages that already have an id keep it.

-- The owner of the tables is subject to row-level security too: it would see no row of them and could insert none.
alter table deliveries no force row level security;
alter table channels no force row level security;
alter table messages no force row level security;
insert into messages (
  tenant_id, message_id, transport, purpose, target_id, recipient, created_at, due_at, attempts, last_error
)
select d.tenant_id, d.message_id, d.channel, 'alert', d.target_id, c.name, min(d.flip_at), min(d.next_attempt_at),
       max(d.attempts), max(d.last_error)
  from deliveries d
  join channels c on c.tenant_id = d.tenant_id and c.channel_id = d.target_id
 where d.state = 'pending'
   and d.email_address_id = 0
   and d.message_id is not null
 group by d.tenant_id, d.message_id, d.channel, d.target_id, c.name
 order by min(d.flip_at), min(d.flip_id);

-- Serves the claim, which looks for earlier messages of the same recipient.
create index messages_of_targets on messages (tenant_id, target_id, message_no)
  where state in ('waiting', 'claimed') and target_id is not null;

alter table channels
  drop column busy_by,
  drop column busy_until;
drop index deliveries_of_channels;
