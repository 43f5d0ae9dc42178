-- Each month is a table with its indexes, which every statement on its series plans for. Thirteen empty months ahead made
-- the planning of a mail's alerts take 44 ms. Running workers create the missing months once an hour.

create or replace function make_months(at timestamptz, back integer) returns setof text
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set timezone = 'UTC'
  -- Gives up soon on a lock, because other queries would queue behind this one; the next attempt is in an hour.
  set lock_timeout = '300ms'
as $$
declare
  ahead constant integer := 4;
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
        -- The default partition contains rows of this month, so the month stays there.
        when check_violation then null;
      end;
    end loop;
  end loop;
end
$$;
