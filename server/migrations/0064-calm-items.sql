-- An item that goes to and fro is told once, and then not before it is stable.

alter table items
  -- When people were told last that the item goes to and fro.
  add column calmed_at  timestamptz,
  -- Nobody is told of the turns of the item before this time, which each turn moves.
  add column calm_until timestamptz;
