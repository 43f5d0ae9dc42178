-- An item that goes to and fro is told once, and then not before it is stable.

alter table items
  -- When people were told last that the item goes to and fro.
  add column calmed_at  timestamptz,
  -- Until this time nobody is told of changes between ok and a problem; each such change moves it.
  add column calm_until timestamptz;
