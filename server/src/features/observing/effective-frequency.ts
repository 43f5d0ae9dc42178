import { minuteMs } from '@app/shared/base/time.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { pageAspects } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../context.ts';
import { pageProviders, type PageProvider } from '../../external/pages/pages.ts';
import type { Tx } from '../../lib/db/db.ts';
import { sourceOfAspect } from './sources/registry.ts';
import { purposeOfSource, usualBudgets } from './quota/page-pace.ts';
import { listPaces } from './sweep-time-queries.ts';

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
