import { setTimeout as delay } from 'node:timers/promises';
import type { BenchMarketplace, LedgerEntry } from '../../house/marketplace.ts';
import { restoringEvent, type RedPair } from '../../chaos/red-pairs.ts';

interface EventRow {
  readonly happened: number;
  /** Stops triggering events, and resolves when the last one has happened. */
  stop(): Promise<void>;
  /** Undoes every event, so that no item stays red. */
  undo(): Promise<void>;
}

/** Triggers the events of the pairs one after the other. Their items stay red until `undo`. */
export function startEventRow(
  marketplace: BenchMarketplace,
  { pairs, everyMs }: { pairs: readonly RedPair[]; everyMs: number },
): EventRow {
  const stopping = new AbortController();
  const red: { readonly pair: RedPair; readonly entry: LedgerEntry }[] = [];
  async function run(): Promise<void> {
    for (const pair of pairs) {
      if (stopping.signal.aborted) return;
      const [entry] = await marketplace.triggerEvents([pair.event]);
      if (entry) red.push({ pair, entry });
      await delay(everyMs);
    }
  }
  const running = run();
  // Keeps Node from ending on a failure of an event. `stop` reports the failure.
  running.catch(() => undefined);
  return {
    get happened() {
      return red.length;
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async undo() {
      await marketplace.triggerEvents(red.map(({ pair, entry }) => restoringEvent(pair, entry)));
    },
  };
}
