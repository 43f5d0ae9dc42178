-- Expired data are dropped as whole monthly partitions, because deleting rows would take hours and bloat the tables.
-- Only the owner may drop a table; this function lets the worker, which calls it every hour, do so.

-- Drops the partitions of a table whose rows are all older than this instant, and returns their names.
create function drop_months(series text, before timestamptz) returns setof text
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'
  -- Gives up soon on a lock, because other queries would queue behind this one; the next attempt is in an hour.
  set lock_timeout = '300ms'
as $$
declare
  month text;
begin
  for month in
    select c.relname
      from pg_inherits i
      join pg_class c
        on c.oid = i.inhrelid
     where i.inhparent = to_regclass(format('public.%I', series))
       and substring(pg_get_expr(c.relpartbound, c.oid) from $bound$TO \('([^']+)'\)$bound$)::timestamptz <= before
     order by c.relname
  loop
    begin
      execute format('drop table public.%I', month);
      return next month;
    exception
      when lock_not_available then return;
    end;
  end loop;
end
$$;

revoke execute on function drop_months(text, timestamptz) from public;
