-- Owners are told before an authorisation expires. Many authorisations that are lost at the same time are one outage.

alter table seller_accounts
  -- The number of days before the expiry at which the owner was last told; null after a new authorisation.
  add column expiry_told_days integer,
  -- When the authorisation was lost; null while it holds, and for a loss before this release.
  add column lost_at timestamptz;
create index seller_accounts_authorized on seller_accounts (authorized_at);

-- The problems that operators have to solve, and the last time at which each was noticed.
create table operator_alarms (
  alarm   text primary key,
  since   timestamptz not null,
  last_at timestamptz not null
);
