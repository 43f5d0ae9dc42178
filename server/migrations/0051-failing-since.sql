-- How long a sweep has failed and a request has been refused, which decides how often an account is probed.

alter table sweeps
  -- The first of the failures in a row; null while there is none.
  add column failing_since timestamptz;

alter table request_refusals
  -- The first of the refusals in a row. Known ones count from now on.
  add column refused_since timestamptz not null default now();
alter table request_refusals alter column refused_since drop default;
