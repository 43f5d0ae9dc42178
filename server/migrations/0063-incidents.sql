-- Changes with one cause are one incident, of which people are told once.

create table incidents (
  tenant_id         uuid not null references tenants (tenant_id) on delete cascade,
  incident_id       bigint generated always as identity,
  seller_account_id bigint not null,
  -- The kind of the members; null if they are of several kinds.
  type              text,
  -- The attribute that the members have in common: 'seller A2UKR47RHS0DCY', 'brand Brightkeel', 'first look'.
  cause             text not null,
  -- True if the members are flips by which problems end.
  is_end            boolean not null,
  -- 'open': people are told of each member as it comes. 'waiting': people are told of no member before a second check.
  -- 'told': people were told of the members after that check.
  state             text not null check (state in ('open', 'waiting', 'told', 'ended')),
  members           integer not null,
  opened_at         timestamptz not null,
  last_member_at    timestamptz not null,
  -- The time at which people were told of the members that had waited; null while people are told of each member.
  told_at           timestamptz,
  -- The time of the second check that confirmed the incident; null if no check confirmed it in time.
  confirmed_at      timestamptz,
  primary key (tenant_id, incident_id),
  foreign key (tenant_id, seller_account_id) references seller_accounts (tenant_id, seller_account_id) on delete cascade
);
-- At most one incident at a time gathers the changes of one cause.
create unique index incidents_gathering
  on incidents (tenant_id, seller_account_id, cause, is_end, type) nulls not distinct
  where state <> 'ended';
create index incidents_waiting on incidents (tenant_id) where state = 'waiting';

-- The incident of which the flip is a member.
alter table flips add column incident_id bigint;
create index flips_incident on flips (tenant_id, incident_id) where incident_id is not null;
