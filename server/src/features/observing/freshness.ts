import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { isNeeded } from './sweeping/needed.ts';
import { checkMinutes } from './sweeping/pace.ts';
import { findSource, sources } from './sources/registry.ts';
import type { Source } from './sources/source.ts';
import { readProgress } from './sweeping/progress.ts';

export interface SourceFreshness {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly aspects: string[];
  readonly lastCheckedAt: string | null;
  /** The effective check frequency: slower than wished for where quota or push say so. */
  readonly everyMinutes: number;
  readonly late: boolean;
}

interface Row {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly progress: unknown;
  readonly confirmedAt: Date | null;
  readonly lastEventAt: Date | null;
  readonly failures: number;
}

/** A check that is this much later than its period is late, beside the minute that a slow answer may take. */
const patience = 2;
const failuresUntilLate = 3;

/** When each source was last looked at completely. What was never looked at has no time and is not late at first. */
export async function listFreshness(tx: Tx, actor: Actor, now: Date): Promise<SourceFreshness[]> {
  const rows = await findSweepsSeen(tx, actor);
  return rows.flatMap((row) => {
    const source = findSource(row.source);
    // One that looks only at what is new has mostly looked at nothing: it makes nothing fresh.
    return source && source.aspects.length > 0 ? [freshnessOf(row, source, now)] : [];
  });
}

function freshnessOf(row: Row, source: Source, now: Date): SourceFreshness {
  const everyMs = readProgress(row.progress).everyMs || checkMinutes(source) * minuteMs;
  const checkedAt = latest(row.confirmedAt, row.confirmedAt && row.lastEventAt);
  const ageMs = checkedAt === null ? 0 : now.getTime() - checkedAt.getTime();
  // What kinds can do without may be what the seller's authorisation never allowed.
  const isStuck = checkedAt === null && row.failures >= failuresUntilLate && isNeeded(source);
  return {
    sellerId: row.sellerId,
    marketplace: row.marketplace,
    source: row.source,
    aspects: [...source.aspects],
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    everyMinutes: everyMs / minuteMs,
    late: ageMs > patience * everyMs + minuteMs || isStuck,
  };
}

const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/**
 * Push that is proven by an event is a look too: what it did not announce has not changed. A source that covers the
 * account is one of each of its marketplaces, if it tells anything that is judged.
 */
async function findSweepsSeen(tx: Tx, actor: Actor): Promise<readonly Row[]> {
  const announcements = sources.flatMap(({ name, announcedBy }) => announcedBy.map((type) => ({ name, type })));
  const ofAccounts = sources.filter(({ scope, aspects }) => scope === 'account' && aspects.length > 0);
  const { rows } = await sql<Row>`
    select s.seller_account_id as "sellerId",
           coalesce(m.marketplace, s.marketplace) as marketplace,
           s.source,
           s.cursor as progress,
           s.confirmed_at as "confirmedAt",
           s.failures,
           (select max(e.last_event_at)
              from subscriptions e
              join unnest(
                     ${announcements.map(({ name }) => name)}::text[],
                     ${announcements.map(({ type }) => type)}::text[]
                   ) as n (source, notification_type)
                on n.notification_type = e.notification_type
             where e.tenant_id = s.tenant_id
               and e.seller_account_id = s.seller_account_id
               and n.source = s.source) as "lastEventAt"
      from sweeps s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
      left join seller_marketplaces m
        on s.marketplace = ''
       and s.source = any (${ofAccounts.map(({ name }) => name)}::text[])
       and m.tenant_id = s.tenant_id
       and m.seller_account_id = s.seller_account_id
     where s.tenant_id = ${actor.tenantId}
       and (s.marketplace <> '' or m.marketplace is not null)
       and a.deleted_at is null
       and s.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
     order by s.seller_account_id, 2, s.source`.execute(tx);
  return rows;
}
