-- An item that goes to and fro again after each pause is told less and less often.

alter table items
  -- How often the item was stable for a while and turned again, since it was last quiet for a week.
  add column calm_pauses smallint not null default 0;
