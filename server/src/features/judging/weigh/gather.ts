import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { firstLook } from '@app/shared/world/incident-text.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { sourceOfAspect } from '../../observing/sources/registry.ts';
import {
  beginWaiting,
  countTracked,
  endIncidents,
  findNewAccounts,
  joinIncidents,
  type IncidentKey,
  type JoinedIncident,
} from './incident-queries.ts';
import { writeMassMembers } from './related-queries.ts';
import type { WeighedFlip } from './weigh.ts';

/**
 * An incident gathers the changes of one cause for this long, which is enough for one pass over a whole account.
 * Without an end the separate changes of a busy account would all become one incident.
 */
const gatheringMs = 5 * minuteMs;
/**
 * An incident of more products waits for a second observation. The number is a share of the account's products within
 * these limits.
 */
const massProducts = { share: 0.05, atLeast: 10, atMost: 20 };
/**
 * From this number of members on, further changes of an incident wait until it has gathered, because many more may
 * follow.
 */
const severalMembers = 3;
const waitsForOthers = 'It waits some minutes for others with the same cause';
/** After this time people are told of the members of an incident even if no second observation has come. */
export const longestWaitMs = 2 * hourMs;
/** A seller account is new for at most this long. */
const newForMs = dayMs;

export interface GatheredFlip extends WeighedFlip {
  readonly incidentId: string | null;
  /** The id of the incident if it is large; `null` for a small one, whose issues are worked off one by one. */
  readonly massIncidentId: string | null;
}

interface Batch {
  readonly tenantId: string;
  readonly version: string;
  readonly at: Date;
  readonly speedup: number;
}

/**
 * Gathers flips of one cause into incidents, also across batches. Nobody is told of a large incident before a second
 * observation. The first few flips may be sent before the size is known, because a single alert must not wait.
 */
export async function gather(tx: Tx, batch: Batch, flips: readonly WeighedFlip[]): Promise<readonly GatheredFlip[]> {
  const told = flips.filter(isGathered);
  if (told.length === 0) return flips.map((flip) => ofIncident(flip, null));
  const newAccounts = await findAccountsOfFirstLook(tx, batch, told);
  const keyOf = (flip: WeighedFlip): IncidentKey => keyOfFlip(flip, newAccounts);
  const groups = Map.groupBy(told, (flip) => textOf(keyOf(flip)));
  const keys = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...keyOf(first), members: 1 + others.length }] : [],
  );
  const incidents = await joinAll(tx, batch, keys);
  const byKey = new Map(incidents.map((incident) => [textOf(incident), incident]));
  return flips.map((flip) => {
    const incident = isGathered(flip) ? (byKey.get(textOf(keyOf(flip))) ?? null) : null;
    return withOthers(ofIncident(flip, incident), { incident, batch });
  });
}

const isGathered = ({ isSilent, isImproved, isCalm, toStatus, telling }: WeighedFlip): boolean =>
  !isSilent && !isCalm && telling.state !== 'dropped' && (toStatus !== itemStatus.ok || isImproved);

const keyOfFlip = (flip: WeighedFlip, newAccounts: ReadonlySet<string>): IncidentKey =>
  flip.fromStatus === itemStatus.initializing && newAccounts.has(flip.sellerAccountId)
    ? { sellerAccountId: flip.sellerAccountId, type: null, cause: firstLook, isEnd: false }
    : {
        sellerAccountId: flip.sellerAccountId,
        type: flip.type,
        cause: flip.cause,
        isEnd: flip.toStatus === itemStatus.ok,
      };

const textOf = ({ sellerAccountId, type, cause, isEnd }: IncidentKey): string =>
  JSON.stringify([sellerAccountId, type, cause, isEnd]);

/** Every source that a watchdog reads. */
export const watchedSources: readonly string[] = [
  ...new Set(watchdogs.flatMap(({ reads }) => reads.map((aspect) => sourceOfAspect[aspect]))),
];

function findAccountsOfFirstLook(
  tx: Tx,
  { tenantId, at }: Batch,
  flips: readonly WeighedFlip[],
): Promise<ReadonlySet<string>> {
  const first = flips.filter(({ fromStatus }) => fromStatus === itemStatus.initializing);
  const sellerAccountIds = [...new Set(first.map(({ sellerAccountId }) => sellerAccountId))];
  if (sellerAccountIds.length === 0) return Promise.resolve(new Set());
  const since = new Date(at.getTime() - newForMs);
  return findNewAccounts(tx, tenantId, { sellerAccountIds, sources: watchedSources, since });
}

async function joinAll(
  tx: Tx,
  { tenantId, version, at, speedup }: Batch,
  keys: readonly (IncidentKey & { readonly members: number })[],
): Promise<readonly JoinedIncident[]> {
  const [, incidents] = await Promise.all([
    endIncidents(tx, tenantId, { keys, since: new Date(at.getTime() - gatheringMs / speedup) }),
    joinIncidents(tx, tenantId, { keys, now: at }),
  ]);
  const large = await findLarge(tx, tenantId, incidents);
  if (large.size === 0) return incidents;
  for (const [reason, some] of Map.groupBy(large, reasonOf)) {
    await beginWaiting(tx, tenantId, {
      incidentIds: some.map(({ incidentId }) => incidentId),
      waitMs: longestWaitMs,
      reason,
    });
  }
  const problems = [...large].filter(isMassOfProblems).map(({ incidentId }) => incidentId);
  if (problems.length > 0) await writeMassMembers(tx, tenantId, { incidentIds: problems, version });
  return incidents.map((one) => (large.has(one) ? { ...one, state: 'waiting' } : one));
}

async function findLarge(
  tx: Tx,
  tenantId: string,
  incidents: readonly JoinedIncident[],
): Promise<ReadonlySet<JoinedIncident>> {
  const open = incidents.filter(({ state }) => state === 'open');
  const several = open.filter(({ members, cause }) => members > massProducts.atLeast || cause === firstLook);
  if (several.length === 0) return new Set();
  const tracked = await countTracked(tx, tenantId, [...new Set(several.map((one) => one.sellerAccountId))]);
  return new Set(
    several.filter(
      ({ members, cause, sellerAccountId }) =>
        cause === firstLook || members > massOf(tracked.get(sellerAccountId) ?? 0),
    ),
  );
}

/** Returns the number of products that an incident may have in an account of this size without being large. */
export const massOf = (tracked: number): number =>
  Math.min(massProducts.atMost, Math.max(massProducts.atLeast, Math.ceil(tracked * massProducts.share)));

const reasonOf = ({ cause }: IncidentKey): string =>
  cause === firstLook ? 'It waits for the end of the first look' : 'It waits for a second look, like many others';

/** True for many problems with one cause. The problems that an account had when it was connected have many causes. */
const isMassOfProblems = ({ cause, isEnd }: IncidentKey): boolean => cause !== firstLook && !isEnd;

/** Holds a flip that would be sent immediately, or with the next message, while its incident gathers others. */
function withOthers(
  flip: GatheredFlip,
  { incident, batch: { at, speedup } }: { readonly incident: JoinedIncident | null; readonly batch: Batch },
): GatheredFlip {
  if (incident === null || incident.state !== 'open' || incident.members < severalMembers) return flip;
  // People who work on a problem are told of its end immediately, unless an incident of many ends needs a second look.
  if (flip.toStatus === itemStatus.ok && flip.wasInProgress) return flip;
  const until = new Date(incident.openedAt.getTime() + gatheringMs / Math.max(1, speedup));
  if (flip.telling.state !== 'pending' || until <= at) return flip;
  return { ...flip, telling: { ...flip.telling, state: 'held', until, reason: waitsForOthers } };
}

function ofIncident(flip: WeighedFlip, incident: JoinedIncident | null): GatheredFlip {
  if (incident === null) return { ...flip, incidentId: null, massIncidentId: null };
  const { incidentId, state, openedAt } = incident;
  const massIncidentId = state !== 'open' && isMassOfProblems(incident) ? incidentId : null;
  const gathered = { ...flip, incidentId, massIncidentId };
  if (state !== 'waiting') return gathered;
  const wait = new Date(openedAt.getTime() + longestWaitMs);
  if (flip.telling.state === 'held' && flip.telling.until > wait) return gathered;
  return { ...gathered, telling: { ...flip.telling, state: 'held', until: wait, reason: reasonOf(incident) } };
}
