import type { WorldClock } from '../clock.ts';

export type LedgerKind = 'event' | 'ambient' | 'refusal';

/** An event of the world, or a refused request. */
export interface LedgerEntry {
  /** Consecutive number, starting with 1. */
  readonly id: number;
  readonly at: string;
  readonly kind: LedgerKind;
  /** The event type, or the refused operation. */
  readonly type: string;
  readonly asin: string | undefined;
  readonly marketplace: string | undefined;
  readonly sellerId: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface LedgerLine {
  readonly kind: LedgerKind;
  readonly type: string;
  readonly asin?: string | undefined;
  readonly marketplace?: string | undefined;
  readonly sellerId?: string | undefined;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Append-only record of all events and refusals, with which tests compare Watchpost's alerts. */
export interface Ledger {
  append(line: LedgerLine): LedgerEntry;
  entriesAfter(id: number): readonly LedgerEntry[];
}

export function createLedger(clock: WorldClock): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    append: (line) => {
      const entry: LedgerEntry = {
        id: entries.length + 1,
        at: clock.now().toISOString(),
        kind: line.kind,
        type: line.type,
        asin: line.asin,
        marketplace: line.marketplace,
        sellerId: line.sellerId,
        detail: line.detail ?? {},
      };
      entries.push(entry);
      return entry;
    },
    entriesAfter: (id) => entries.slice(Math.max(0, id)),
  };
}
