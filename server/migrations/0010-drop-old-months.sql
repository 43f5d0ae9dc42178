-- What nobody asks for any more is dropped by whole months: deleting its rows would take hours and leave holes. Only the
-- owner may drop a table; the worker, which forgets every hour, may call this.

-- Answers the partitions of a table that it has dropped: those with nothing in them from this instant on.
create function drop_months(series text, before timestamptz) returns setof text
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'
  -- Whoever waits here makes everybody else wait behind him; an hour later is soon enough.
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
