import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { pageAspects } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../context.ts';
import { pageProviders, type PageProvider } from '../../external/pages/pages.ts';
import type { Tx } from '../../lib/db/db.ts';
import { sourceOfAspect } from './sources/registry.ts';
import { purposeOfSource, usualBudgets } from './quota/page-pace.ts';

/** The effective check frequency of a kind and the reason why it cannot work, if there is one. */
interface Frequency {
  readonly minutes: number;
  /** The text for the card of a kind that cannot work; `null` if the kind works. */
  readonly message: string | null;
}

/** The facts of one tenant that limit check frequencies. */
export interface FrequencyFacts {
  readonly speedup: number;
  readonly provider: PageProvider | null;
  /** By source: the shortest time between two passes that quota or credits allow. */
  readonly leastMs: ReadonlyMap<string, number>;
}

/** Returns the frequency that the kind wants, or the slowest one of the sources it reads. Pure. */
export function frequencyOf(
  { everyMinutes, reads }: Pick<Watchdog, 'everyMinutes' | 'reads'>,
  { speedup, provider, leastMs }: FrequencyFacts,
): Frequency {
  const least = reads.map((aspect) => leastMs.get(sourceOfAspect[aspect]) ?? 0);
  const ms = Math.max((everyMinutes * minuteMs) / speedup, ...least);
  return { minutes: Math.max(1, Math.round(ms / minuteMs)), message: lackOf(reads, provider) };
}

function lackOf(reads: Watchdog['reads'], provider: PageProvider | null): string | null {
  const needed = reads.filter((aspect) => pageAspects.includes(aspect));
  const told = provider ? pageProviders[provider].tells : [];
  if (needed.every((aspect) => told.includes(aspect))) return null;
  return provider ? 'Needs a page-data provider that shows reviews and badges' : 'Needs a page-data provider';
}

export async function loadFrequencyFacts(
  tx: Tx,
  config: Pick<Context['config'], 'pages' | 'checkSpeedup'>,
  tenantId: string,
): Promise<FrequencyFacts> {
  const usual = usualBudgets(config);
  const paces = new Map((await listPaces(tx, tenantId)).map((pace) => [pace.source, pace]));
  const leastMs = new Map([...paces].map(([source, { passMs }]) => [source, passMs]));
  for (const [source, purpose] of purposeOfSource) {
    const { everyMs, passMs } = paces.get(source) ?? { everyMs: null, passMs: 0 };
    // The interval after the last pass reflects the credits. Computing the credits here would slow down every answer to
    // a browser.
    leastMs.set(source, Math.max(passMs, everyMs ?? usual?.[purpose].everyMs ?? 0));
  }
  return { speedup: config.checkSpeedup, provider: config.pages?.provider ?? null, leastMs };
}

interface Pace {
  readonly source: string;
  /** The time from the start of the last pass to the start of the next one. */
  readonly everyMs: number | null;
  /** The duration of the last pass, which is the shortest possible interval. */
  readonly passMs: number;
}

/** Lists the pace of each source, taken from the slowest account and marketplace of the tenant. */
async function listPaces(tx: Tx, tenantId: string): Promise<readonly Pace[]> {
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
