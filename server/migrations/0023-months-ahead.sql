-- The months that come are made while the product runs, and not at its start alone: one that runs for longer than they
-- reach would write into the net below. Only the owner may make a table; the worker may call this.

-- Makes the months of every series that are missing, from so many before this instant on. Answers their names.
create function make_months(at timestamptz, back integer) returns setof text
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'
  -- Whoever waits here makes everybody else wait behind him; an hour later is soon enough.
  set lock_timeout = '300ms'
as $$
declare
  ahead constant integer := 13;
  series text;
  month text;
  first timestamptz;
begin
  for series in
    select c.relname
      from pg_partitioned_table p
      join pg_class c
        on c.oid = p.partrelid
     where c.relnamespace = 'public'::regnamespace
     order by c.relname
  loop
    if to_regclass(format('public.%I', series || '_other')) is null then
      execute format('create table public.%I partition of public.%I default', series || '_other', series);
    end if;
    for place in -back .. ahead loop
      first := date_trunc('month', at) + place * interval '1 month';
      month := series || to_char(first, '_YYYY_MM');
      continue when to_regclass(format('public.%I', month)) is not null;
      begin
        execute format(
          'create table public.%I partition of public.%I for values from (%L) to (%L)',
          month, series, first, first + interval '1 month'
        );
        return next month;
      exception
        when lock_not_available then exit;
        -- Rows of it lie in the net: they stay there, and the month with them.
        when check_violation then null;
      end;
    end loop;
  end loop;
end
$$;

revoke execute on function make_months(timestamptz, integer) from public;
