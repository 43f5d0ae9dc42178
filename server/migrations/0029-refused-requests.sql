-- Refusals of single requests, and the probes of a lost authorisation.

-- A request that the marketplace refuses to an account although its access token is new. It is sent again at retry_at;
-- the first successful answer deletes the row. '' as subject: the whole operation.
create table request_refusals (
  tenant_id         uuid not null,
  seller_account_id bigint not null,
  operation         text not null,
  subject           text not null,
  reason            text not null,
  failures          int not null,
  retry_at          timestamptz not null,
  primary key (tenant_id, seller_account_id, operation, subject),
  foreign key (tenant_id, seller_account_id) references seller_accounts on delete cascade
);

-- For an account that may need re-authorisation: the number of failed probes, the time of the next probe (null:
-- immediately), and the time at which its owner was informed of this loss.
alter table seller_accounts
  add column probe_failures int not null default 0,
  add column probe_at       timestamptz,
  add column loss_told_at   timestamptz;
create index seller_accounts_lost on seller_accounts (probe_at) where may_need_reauthorization;
