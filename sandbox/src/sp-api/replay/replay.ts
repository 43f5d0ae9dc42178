import type { ReplayEntry } from './replay-entry.ts';

interface ReplayPick {
  readonly name: string;
  /** The operation id, or the report type for a document; defaults to the operation of the captured body. */
  readonly operationId?: string | undefined;
  /** Added to the captured headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Captured responses that replace generated answers, byte for byte. */
export interface Replay {
  readonly entries: readonly ReplayEntry[];
  /**
   * Returns the selected entry of an operation, otherwise its entries in turn; undefined if the answer is generated.
   */
  take(operationId: string, isLaterPage: boolean): ReplayEntry | undefined;
  /** Returns the next document of a report type, if any was captured. */
  takeReport(reportType: string): ReplayEntry | undefined;
  /** Selects the named entry as the next answer of an operation; throws if the entry does not exist. */
  pick(pick: ReplayPick): ReplayEntry;
  find(name: string): ReplayEntry | undefined;
  /** Discards all selections; returns the names of selected entries that were not used, with duplicates. */
  forgetPicks(): string[];
}

/**
 * Operations whose captured bodies are used without being selected. Bodies of report and subscription operations
 * contain ids and addresses of a past workflow, so they are used only when selected.
 */
const answersInTurn: ReadonlySet<string> = new Set([
  'getMarketplaceParticipations',
  'searchListingsItems',
  'searchCatalogItems',
  'getListingOffersBatch',
  'searchOrders',
]);

/** Empty pages that are served after a captured page, because its token belongs to a page that was not captured. */
const lastPages: Readonly<Record<string, string>> = {
  searchListingsItems: '{"numberOfResults":0,"items":[]}',
  searchCatalogItems: '{"numberOfResults":0,"items":[]}',
  searchOrders: '{"orders":[]}',
};

export function createReplay(entries: readonly ReplayEntry[]): Replay {
  const turns = new Map<string, number>();
  const picked = new Map<string, ReplayEntry[]>();
  const inTurn = (key: string, candidates: readonly ReplayEntry[]): ReplayEntry | undefined => {
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return candidates[turn % candidates.length];
  };
  const find = (name: string): ReplayEntry | undefined => entries.find((entry) => entry.name === name);
  return {
    entries,
    find,
    forgetPicks: () => {
      const left = [...picked.values()].flat().map(({ name }) => name);
      picked.clear();
      return left;
    },
    take: (operationId, isLaterPage) => {
      const wanted = picked.get(operationId)?.shift();
      const isOwn = (entry: ReplayEntry): boolean => entry.kind === 'response' && entry.operationId === operationId;
      if (wanted || !answersInTurn.has(operationId)) return wanted;
      if (isLaterPage) return lastPage(operationId);
      return inTurn(operationId, entries.filter(isOwn));
    },
    takeReport: (reportType) =>
      picked.get(reportType)?.shift() ??
      inTurn(
        reportType,
        entries.filter((entry) => entry.kind === 'report' && entry.operationId === reportType),
      ),
    pick: ({ name, operationId, headers }) => {
      const entry = find(name);
      const key = operationId ?? entry?.operationId;
      if (!entry) throw new Error(`The replay has nothing named ${name}`);
      if (key === undefined) throw new Error(`${name} belongs to no operation by itself: name one`);
      const next = { ...entry, headers: { ...entry.headers, ...headers } };
      picked.set(key, [...(picked.get(key) ?? []), next]);
      return entry;
    },
  };
}

function lastPage(operationId: string): ReplayEntry | undefined {
  const text = lastPages[operationId];
  if (text === undefined) return undefined;
  return { name: 'last page', kind: 'response', operationId, status: 200, headers: {}, body: Buffer.from(text) };
}
