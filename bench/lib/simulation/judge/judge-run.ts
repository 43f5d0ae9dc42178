import type { SimulatedRun } from '../simulate.ts';
import { faultsOfDigests } from './digests.ts';
import { faultsOfItem, type RecordedFlip } from './statuses.ts';
import { faultsOfMails, type MutedPeriod, type News } from './told.ts';
import { judgedKinds, truthsOf, type Standing, type Truth } from './truth.ts';

/** The issue status “in progress”: somebody works on the issue and is told that the problem is over in any case. */
const inProgress = 2;
/** The issue status “done”: people have closed the issue, so they need not be told that the problem is over. */
const done = 3;
const standings: readonly Standing[] = ['green', 'orange', 'red'];
const standingOf = (status: number): Standing => standings[status] ?? 'green';

/** Returns every difference between a run and the rules. */
export function judgeRun(run: SimulatedRun): readonly string[] {
  const { settledAt: from, endedAt: to, mails, deeds, speedup } = run;
  const circumstances = { troubles: run.storms, speedup };
  const flips = run.flips.map((flip) => ({ ...flip, at: flip.at.getTime() }));
  const recorded = flips.map((flip): RecordedFlip => ({
    ...flip,
    from: standingOf(flip.from),
    to: standingOf(flip.to),
  }));
  const truths = new Map<string, readonly Truth[]>();
  const faults: string[] = [];
  for (const [asin, scenes] of run.scenesOf) {
    for (const kind of judgedKinds) {
      const all = truthsOf(kind, scenes, to);
      truths.set(`${kind} ${asin}`, all);
      const ofItem = recorded.filter((flip) => flip.asin === asin && flip.kind === kind);
      faults.push(...faultsOfItem({ asin, kind, truths: all, flips: ofItem, from, to }, circumstances));
    }
  }
  const news = flips.map((flip): News => {
    const truth = truths.get(`${flip.kind} ${flip.asin}`)?.findLast(({ at }) => at <= flip.at);
    const next = flips.find((other) => other.at > flip.at && other.itemId === flip.itemId);
    const before = flips.findLast((other) => other.at < flip.at && other.itemId === flip.itemId);
    // The status of a muted item cannot be changed.
    const given = deeds.statuses.findLast(
      ({ itemId, at }) =>
        itemId === flip.itemId && at < flip.at && at > (before?.at ?? 0) && !isMutedAt({ ...flip, at }, deeds.muted),
    );
    const wasKnown = given?.status === inProgress || !beganMuted(flip, flips, deeds.muted);
    const isBetter = truth?.standing === 'green' && truth.isBetter === true && given?.status !== done && wasKnown;
    const isDue = flip.to > 0 ? truth?.isCrowded !== true : isBetter;
    return { ...flip, isDue: isDue && flip.at >= from, changesAt: next?.at ?? Infinity };
  });
  faults.push(...faultsOfMails({ news, mails, wishes: deeds.wishes, muted: deeds.muted, to }, circumstances));
  faults.push(...faultsOfDigests({ mails, wishes: deeds.wishes, from, to }, circumstances));
  faults.push(...faultsOfItems(run));
  return faults;
}

type JudgedFlip = Omit<SimulatedRun['flips'][number], 'at'> & { readonly at: number };

/**
 * Returns whether the item was muted from the beginning of the problem that a flip ends until its last change. Nobody
 * was told of such a problem, so nobody need be told that it is over.
 */
function beganMuted(flip: JudgedFlip, flips: readonly JudgedFlip[], muted: readonly MutedPeriod[]): boolean {
  const former = flips.filter(({ itemId, at }) => itemId === flip.itemId && at < flip.at);
  const told = former.findLastIndex((one) => !isMutedAt(one, muted));
  const first = former[told + 1];
  return first !== undefined && standingOf(first.from) === 'green';
}

/** The tolerance for a mute that begins or ends within the seconds in which an item changes. */
const closeMs = 120_000;

const isMutedAt = ({ kind, productId, at }: JudgedFlip, muted: readonly MutedPeriod[]): boolean =>
  muted.some(
    (one) => one.kind === kind && one.productId === productId && one.from <= at + closeMs && one.to >= at - closeMs,
  );

/**
 * Returns the faults of statuses and mutes. An issue keeps the status that people have given it until its item changes,
 * and is muted until the mute ends.
 */
function faultsOfItems({ items, flips, deeds, endedAt, scenesOf }: SimulatedRun): readonly string[] {
  const secondMs = 1000;
  return items.flatMap(({ itemId, status, issueStatus, isMuted }) => {
    if (scenesOf.size === 0) return [];
    const lastFlip = flips.findLast((flip) => flip.itemId === itemId);
    const given = deeds.statuses.findLast((one) => one.itemId === itemId);
    const [kind = '', productId = ''] = itemId.split('-');
    const ends = deeds.muted.filter((one) => one.kind === kind && one.productId === productId).map(({ to }) => to);
    const mutedUntil = Math.max(0, ...ends);
    const faults: string[] = [];
    if (lastFlip && lastFlip.to !== status)
      faults.push(`${itemId} has status ${status}, but was told as ${lastFlip.to}`);
    if (mutedUntil > endedAt && !isMuted) faults.push(`${itemId} is no longer muted`);
    if (mutedUntil < endedAt - 10 * secondMs && isMuted) faults.push(`${itemId} is still muted`);
    const isReset = lastFlip !== undefined && given !== undefined && lastFlip.at.getTime() >= given.at;
    if ((status === 0 || isReset || !given) && issueStatus !== 0)
      faults.push(`${itemId} is not new, but ${issueStatus}`);
    return faults;
  });
}
