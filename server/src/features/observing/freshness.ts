import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { checkMinutes } from './sweeping/due/pace.ts';
import { findSource, sources } from './sources/registry.ts';
import type { Source } from './sources/source.ts';
import { readProgress } from './sweeping/running/progress.ts';

export interface SourceFreshness {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly aspects: string[];
  readonly lastCheckedAt: string | null;
  /** The minutes between two checks. Quota or push may make them longer than the wanted check frequency. */
  readonly everyMinutes: number;
  readonly late: boolean;
}

type Viewer = Pick<Actor, 'tenantId' | 'hiddenSellerAccountIds'>;

interface Row {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly progress: unknown;
  readonly confirmedAt: Date | null;
  readonly lastEventAt: Date | null;
  readonly failures: number;
}

/** A check is late after this many of its intervals, plus one minute for a slow answer. */
const patience = 2;
const failuresUntilLate = 3;

/**
 * Lists when each source last finished a pass. A source that has not finished one has no time and is not late at first.
 */
export async function listFreshness(tx: Tx, actor: Viewer, now: Date): Promise<SourceFreshness[]> {
  const rows = await findSweepsSeen(tx, actor);
  return rows.flatMap((row) => {
    const source = findSource(row.source);
    // A source without aspects, or one that only reads new targets, says nothing about how fresh known facts are.
    return source && source.aspects.length > 0 ? [freshnessOf(row, source, now)] : [];
  });
}

function freshnessOf(row: Row, source: Source, now: Date): SourceFreshness {
  const everyMs = readProgress(row.progress).everyMs || checkMinutes(source) * minuteMs;
  const checkedAt = latest(row.confirmedAt, row.confirmedAt && row.lastEventAt);
  const ageMs = checkedAt === null ? 0 : now.getTime() - checkedAt.getTime();
  // A source that no watchdog needs may fail forever because the seller's authorisation does not cover it: it is not
  // late.
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

/** True if a kind cannot judge without the aspects of the source. Aspects that kinds only consult may stay unknown. */
const isNeeded = ({ aspects }: Pick<Source, 'aspects'>): boolean =>
  aspects.length === 0 || watchdogs.some(({ reads }) => reads.some((aspect) => aspects.includes(aspect)));

const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/**
 * Reads the sweeps, each with the time of the last message that announced changes of its source: while push is proven
 * alive, facts that it did not announce have not changed. A sweep of a whole account appears once for each of its
 * marketplaces if its source has aspects.
 */
async function findSweepsSeen(tx: Tx, actor: Viewer): Promise<readonly Row[]> {
  const announcements = sources.flatMap(({ name, announcedBy }) => announcedBy.map((type) => ({ name, type })));
  const ofAccounts = sources.filter(({ scope, aspects }) => scope === 'account' && aspects.length > 0);
  const { rows } = await sql<Row>`
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
                on e.tenant_id = ${actor.tenantId}
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
       and m.tenant_id = ${actor.tenantId}
       and m.seller_account_id = s.seller_account_id
     where s.tenant_id = ${actor.tenantId}
       and (s.marketplace <> '' or m.marketplace is not null)
       and a.deleted_at is null
       and s.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
     order by s.seller_account_id, 2, s.source`.execute(tx);
  return rows;
}
