-- The owner of a tenant can export all of its data and delete the tenant.

-- The export of a tenant that is under way, at most one. When its lease has ended, another process may start it again.
create table tenant_exports (
  tenant_id     uuid primary key references tenants on delete cascade,
  export_id     uuid not null,
  claimed_until timestamptz not null,
  is_started    boolean not null default false
);

-- The requested deletion of a tenant. The request can be withdrawn until the deletion has begun.
create table tenant_deletions (
  tenant_id     uuid primary key references tenants on delete cascade,
  requested_at  timestamptz not null,
  requested_by  text not null,
  due_at        timestamptz not null,
  taken_back_at timestamptz,
  begun_at      timestamptz
);
create index tenant_deletions_due on tenant_deletions (due_at) where taken_back_at is null;

-- Invoices of deleted tenants, with only the data that an invoice must contain. The law says for how long they are
-- kept.
create table kept_invoices (
  invoice_id      uuid primary key,
  number          text not null,
  issued_at       timestamptz not null,
  from_day        date not null,
  to_day          date not null,
  lines           jsonb not null,
  total_cents     bigint not null,
  refunded_cents  bigint not null,
  state           text not null,
  paid_at         timestamptz,
  billing_name    text not null,
  billing_address jsonb,
  keep_until      timestamptz not null
);
create index kept_invoices_end on kept_invoices (keep_until);
