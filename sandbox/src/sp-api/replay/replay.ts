import type { ReplayEntry } from './replay-entry.ts';

export interface ReplayPick {
  readonly name: string;
  /** An operation, or for a document its report type; the body's own when absent. */
  readonly operationId?: string | undefined;
  /** Added to the captured ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a sandbox answers instead of its world, byte for byte. */
export interface Replay {
  readonly entries: readonly ReplayEntry[];
  /** The next body for an operation: what was picked, else its own in turn; undefined when the world should answer. */
  take(operationId: string, isLaterPage: boolean): ReplayEntry | undefined;
  /** The document of a report type, if the folder has one. */
  takeReport(reportType: string): ReplayEntry | undefined;
  /** Makes the named body the next answer of an operation; throws when there is no such body. */
  pick(pick: ReplayPick): ReplayEntry;
  find(name: string): ReplayEntry | undefined;
  /** Answers go on in turn, as if nothing had been picked; the names of those that nobody asked for, once for each. */
  forgetPicks(): string[];
}

/**
 * Their bodies name things of the marketplace only, so they can answer by themselves. The reports' and subscriptions'
 * bodies hold addresses and ids of a workflow that ended long ago; they answer only when picked.
 */
const answersInTurn: ReadonlySet<string> = new Set([
  'getMarketplaceParticipations',
  'searchListingsItems',
  'searchCatalogItems',
  'getListingOffersBatch',
  'searchOrders',
]);

/** The end of a paged answer: a captured page names a next page that nobody captured. */
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
