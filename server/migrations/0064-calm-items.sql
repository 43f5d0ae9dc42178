-- When an item goes to and fro between ok and a problem, people are told once, and not again before the item is stable.

alter table items
  -- The time at which people were last told that the item goes to and fro.
  add column calmed_at  timestamptz,
  -- Until this time nobody is told of changes between ok and a problem. Each such change sets a later time.
  add column calm_until timestamptz;
