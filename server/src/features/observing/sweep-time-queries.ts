import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { sources } from './sources/registry.ts';

interface Pace {
  readonly source: string;
  /** The time from the start of the last pass to the start of the next one. */
  readonly everyMs: number | null;
  /** The duration of the last pass, which is the shortest possible interval. */
  readonly passMs: number;
}

/** Lists the pace of each source, taken from the slowest account and marketplace of the tenant. */
export async function listPaces(tx: Tx, tenantId: string): Promise<readonly Pace[]> {
  const { rows } = await sql<Pace>`
    /* prepared */
    select s.source,
           max((s.cursor ->> 'everyMs')::float8) as "everyMs",
           max(extract(epoch from s.finished_at - s.confirmed_at) * 1000)::float8 as "passMs"
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
     where s.tenant_id = ${tenantId}
       and s.finished_at is not null
       and s.confirmed_at is not null
       and a.deleted_at is null
     group by s.source`.execute(tx);
  return rows;
}

export type Viewer = Pick<Actor, 'tenantId' | 'hiddenSellerAccountIds'>;

export interface SeenSweep {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly progress: unknown;
  readonly confirmedAt: Date | null;
  readonly lastEventAt: Date | null;
  readonly failures: number;
}

/**
 * Reads the sweeps, each with the time of the last message that announced changes of its source: while push is proven
 * alive, facts that it did not announce have not changed. A sweep of a whole account appears once for each of its
 * marketplaces if its source has aspects.
 */
export async function listSeenSweeps(tx: Tx, viewer: Viewer): Promise<readonly SeenSweep[]> {
  const announcements = sources.flatMap(({ name, announcedBy }) => announcedBy.map((type) => ({ name, type })));
  const ofAccounts = sources.filter(({ scope, aspects }) => scope === 'account' && aspects.length > 0);
  const { rows } = await sql<SeenSweep>`
    select s.seller_account_id as "sellerId",
           coalesce(m.marketplace, s.marketplace) as marketplace,
           s.source,
           s.cursor as progress,
           s.confirmed_at as "confirmedAt",
           s.failures,
           (select case when count(e.notification_type) = count(*) then max(e.last_event_at) end
              from unnest(
                     ${announcements.map(({ name }) => name)}::text[],
                     ${announcements.map(({ type }) => type)}::text[]
                   ) as n (source, notification_type)
              left join subscriptions e
                on e.tenant_id = ${viewer.tenantId}
               and e.seller_account_id = s.seller_account_id
               and e.notification_type = n.notification_type
             where n.source = s.source) as "lastEventAt"
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
      left join seller_marketplaces m
        on s.marketplace = ''
       and s.source = any (${ofAccounts.map(({ name }) => name)}::text[])
       and m.tenant_id = ${viewer.tenantId}
       and m.seller_account_id = s.seller_account_id
     where s.tenant_id = ${viewer.tenantId}
       and (s.marketplace <> '' or m.marketplace is not null)
       and a.deleted_at is null
       and s.seller_account_id <> all (${[...viewer.hiddenSellerAccountIds]}::bigint[])
     order by s.seller_account_id, 2, s.source`.execute(tx);
  return rows;
}
