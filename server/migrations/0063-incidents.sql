-- Changes with one cause are one incident, of which people are told once.

create table incidents (
  tenant_id         uuid not null references tenants (tenant_id) on delete cascade,
  incident_id       bigint generated always as identity,
  seller_account_id bigint not null,
  -- The kind of the members; null if they are of several kinds.
  type              text,
  -- The attribute that the members have in common: 'seller A2UKR47RHS0DCY', 'brand Brightkeel', 'first look'.
  cause             text not null,
  -- True if the members are ends of problems.
  is_end            boolean not null,
  -- 'open': the members are told one by one. 'waiting': nobody is told before a second look. 'told': that look has
  -- come.
  state             text not null check (state in ('open', 'waiting', 'told', 'ended')),
  members           integer not null,
  opened_at         timestamptz not null,
  last_member_at    timestamptz not null,
  -- When the members that had waited were told; null while they are told one by one.
  told_at           timestamptz,
  -- The second look that found it again; null if none came in time.
  confirmed_at      timestamptz,
  primary key (tenant_id, incident_id),
  foreign key (tenant_id, seller_account_id) references seller_accounts (tenant_id, seller_account_id) on delete cascade
);
-- One incident at a time gathers the changes of one cause.
create unique index incidents_gathering
  on incidents (tenant_id, seller_account_id, cause, is_end, type) nulls not distinct
  where state <> 'ended';
create index incidents_waiting on incidents (tenant_id) where state = 'waiting';

-- The incident of which the flip is a member.
alter table flips add column incident_id bigint;
create index flips_incident on flips (tenant_id, incident_id) where incident_id is not null;
