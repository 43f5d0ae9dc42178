-- Mails about the account appear in the delivery log, and tracking periods outlive the seller account.

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in (
  'test', 'addressStopped', 'channelStopped', 'verification', 'passwordReset', 'invitation', 'security', 'ticket'
));

-- Billing counts tracked products by day. When a seller account is deleted with its products, their periods move to
-- this table, which refers to no other row.
create table ended_tracking (
  tenant_id    uuid not null references tenants on delete cascade,
  product_id   bigint not null,
  tracked_from timestamptz not null,
  tracked_to   timestamptz not null,
  seller_name  text not null,
  marketplace  text not null,
  asin         text not null,
  primary key (tenant_id, product_id, tracked_from)
);
create index ended_tracking_to on ended_tracking (tenant_id, tracked_to);
