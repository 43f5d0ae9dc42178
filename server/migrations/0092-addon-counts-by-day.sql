-- A day that is closed later is charged with the addons of that day, so that the numbers that held before are kept.

create table former_addon_counts (
  tenant_id   uuid    not null references tenants (tenant_id) on delete cascade,
  -- The day of UTC on which the number was changed: it holds for the days before, back to the row before this one.
  until_day   date    not null,
  addon_count integer not null check (addon_count >= 0),
  primary key (tenant_id, until_day)
);
