import type { WorldClock } from '../clock.ts';

export type LedgerKind = 'event' | 'ambient' | 'refusal';

/** One thing that happened in the world, or one request that it refused. */
export interface LedgerEntry {
  /** Counts from 1 without a gap. */
  readonly id: number;
  readonly at: string;
  readonly kind: LedgerKind;
  /** The event's type, or the refused operation. */
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

/** The truth that tests compare the product with; nothing is ever taken back from it. */
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
