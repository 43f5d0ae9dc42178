-- How long a sweep has failed and a request has been refused, which decides how often an account is probed.

alter table sweeps
  -- The time of the first of the consecutive failures; null after a success.
  add column failing_since timestamptz;

alter table request_refusals
  -- The time of the first of the consecutive refusals. For refusals from before this migration it is the time of the
  -- migration.
  add column refused_since timestamptz not null default now();
alter table request_refusals alter column refused_since drop default;
