-- Digests become messages, and so do composed mails and notifications that wait. Members refer to their message.

alter table digests no force row level security;
alter table deliveries no force row level security;
alter table email_addresses no force row level security;

insert into messages (
  tenant_id, message_id, transport, purpose, email_address_id, recipient, local_day, state, created_at, due_at, attempts,
  sent_at, last_error
)
select d.tenant_id, d.message_id, 'mail', 'digest', d.email_address_id, e.email, d.local_day,
       case d.state when 'pending' then 'waiting' else d.state end,
       d.created_at, d.next_attempt_at, d.attempts, d.sent_at, d.last_error
  from digests d
  join email_addresses e using (tenant_id, email_address_id)
 order by d.created_at;
drop table digests;

insert into messages (
  tenant_id, message_id, transport, purpose, email_address_id, target_id, recipient, created_at, due_at, attempts,
  last_error
)
select d.tenant_id, d.message_id, d.channel, 'alert', d.email_address_id, nullif(d.target_id, 0), e.email, min(d.flip_at),
       min(d.next_attempt_at), max(d.attempts), max(d.last_error)
  from deliveries d
  join email_addresses e using (tenant_id, email_address_id)
 where d.state = 'pending'
   and d.message_id is not null
   and d.channel in ('mail', 'push')
 group by d.tenant_id, d.message_id, d.channel, d.email_address_id, d.target_id, e.email;

create index deliveries_members on deliveries (tenant_id, message_id) where state = 'pending';
