-- If an item goes to and fro again after each pause, people are told of it less and less often.

alter table items
  -- How often the item became stable and went to and fro again, since it was last quiet for a week.
  add column calm_pauses smallint not null default 0;
