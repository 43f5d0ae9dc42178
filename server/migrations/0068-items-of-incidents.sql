-- A problem and its consequences of other kinds are one incident, which people handle as a whole.

alter table items
  -- The incident of which the open item is a member; null without one.
  add column incident_id bigint,
  -- The incident from which a user has split the item: the item does not join this incident again by itself.
  add column apart_from  bigint;
create index items_incident on items (tenant_id, incident_id) where incident_id is not null;
