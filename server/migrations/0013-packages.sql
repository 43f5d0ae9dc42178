-- Prices for sign-ups with a code: packages and the codes that select them, both set by an operator for all tenants.

-- A global table: every node of a cluster has a copy, so it has no foreign keys to tenant tables.
create table packages (
  package_id                   text primary key,
  description                  text not null,
  base_subscription_fee_cents  integer not null check (base_subscription_fee_cents >= 0),
  addon_subscription_fee_cents integer not null check (addon_subscription_fee_cents >= 0),
  -- The discount in percent.
  discount                     integer not null check (discount between 0 and 100),
  discount_duration_in_months  integer not null check (discount_duration_in_months >= 0),
  wait_minutes                 integer not null check (wait_minutes >= 0),
  trial_fee_cents              integer not null check (trial_fee_cents >= 0),
  trial_minutes                integer not null check (trial_minutes >= 0),
  changed_at                   timestamptz not null
);

create table invite_codes (
  -- The code in capitals; people may type it in any case.
  code                     text primary key check (code = upper(code)),
  package_id               text not null,
  -- E-mail address of the affiliate whose personal code this is.
  personal_affiliate_email text,
  created_at               timestamptz not null
);

-- The package of the tenant; null for the standard one.
alter table tenants
  add column package_id  text,
  add column invite_code text;
