import { knownBy, type Circumstances } from './patience.ts';
import type { Standing, Truth } from './truth.ts';

/** A change of an item as the product has recorded it. */
export interface RecordedFlip {
  readonly at: number;
  readonly asin: string;
  readonly kind: string;
  readonly from: Standing;
  readonly to: Standing;
}

interface ItemHistory {
  readonly asin: string;
  readonly kind: string;
  /** The recorded flips, oldest first. */
  readonly truths: readonly Truth[];
  readonly flips: readonly RecordedFlip[];
  /** The first instant at which the item is judged, and the end of the run. */
  readonly from: number;
  readonly to: number;
}

const time = (at: number): string => new Date(at).toISOString().slice(0, 16);

/** Returns the faults in the history of one item. */
export function faultsOfItem(item: ItemHistory, circumstances: Circumstances): readonly string[] {
  return [
    ...lateOrWrong(item, circumstances),
    ...unnoticed(item, circumstances),
    ...unfounded(item, circumstances),
  ].map((fault) => `${item.kind} of ${item.asin} ${fault}`);
}

const standingAt = (flips: readonly RecordedFlip[], at: number): Standing =>
  flips.findLast((flip) => flip.at <= at)?.to ?? 'green';

/** Once the product had to know of a change, the item stands as the change says, until the next change. */
function lateOrWrong({ kind, truths, flips, from, to }: ItemHistory, circumstances: Circumstances): readonly string[] {
  return truths.flatMap((truth, index) => {
    const begin = Math.max(from, knownBy(kind, truth, circumstances));
    const end = Math.min(to, truths[index + 1]?.at ?? to);
    if (truth.standing === null || begin >= end) return [];
    const moments = [begin, ...flips.map(({ at }) => at).filter((at) => at > begin && at < end)];
    const wrong = moments.find((at) => standingAt(flips, at) !== truth.standing);
    if (wrong === undefined) return [];
    return [`must be ${truth.standing} since ${time(truth.at)}, but is ${standingAt(flips, wrong)} at ${time(wrong)}`];
  });
}

/** While an item is red, what is new about it is an alert of its own. */
function unnoticed({ kind, truths, flips, from, to }: ItemHistory, circumstances: Circumstances): readonly string[] {
  return truths.flatMap((truth, index) => {
    const before = truths[index - 1];
    const isAnother = truth.isNews && truth.standing !== 'green' && before?.standing === truth.standing;
    const by = knownBy(kind, truth, circumstances);
    const end = Math.min(to, truths[index + 1]?.at ?? to);
    if (!before || !isAnother || by >= end || truth.at < from) return [];
    // If the first change was not known yet when the second one happened, one alert covers both.
    const wasKnown = knownBy(kind, before, circumstances) < truth.at;
    if (!wasKnown || flips.some((flip) => flip.at >= truth.at && flip.at <= by)) return [];
    return [`has no alert for ${truth.subject} since ${time(truth.at)}`];
  });
}

/** Returns faults for flips without a change of their own. */
function unfounded({ kind, truths, flips, from }: ItemHistory, circumstances: Circumstances): readonly string[] {
  let used = -1;
  return flips.flatMap((flip) => {
    const index = truths.findLastIndex((truth, candidate) => {
      const isOpen = truth.isNews === true && candidate > used && truth.at <= flip.at && truth.standing === flip.to;
      const next = truths[candidate + 1] ?? { at: Infinity };
      const by = Math.max(knownBy(kind, truth, circumstances), knownBy(kind, next, circumstances));
      return isOpen && flip.at <= by;
    });
    if (index >= 0) {
      used = index;
      return [];
    }
    return flip.at < from ? [] : [`turns from ${flip.from} to ${flip.to} at ${time(flip.at)} for no reason`];
  });
}
