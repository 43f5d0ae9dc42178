-- Owners are told before an authorisation expires, and many refusals at once are one outage.

alter table seller_accounts
  -- How many days before the end the owner was told last; null after a new authorisation.
  add column expiry_told_days integer,
  -- When the authorisation was lost; null while it holds, and for a loss before this release.
  add column lost_at timestamptz;
create index seller_accounts_authorized on seller_accounts (authorized_at);

-- The troubles that operators have to mend, with the last instant at which each was noticed.
create table operator_alarms (
  alarm   text primary key,
  since   timestamptz not null,
  last_at timestamptz not null
);
