import { knownBy, type Circumstances } from './patience.ts';
import type { Standing, Truth } from './truth.ts';

/** A change of an item that the product has recorded. */
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
  /** The states that the item must have by the rules, oldest first. */
  readonly truths: readonly Truth[];
  readonly flips: readonly RecordedFlip[];
  /** The instant from which the item is judged; `to` is the end of the run. */
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

/**
 * Returns the faults of the item's status. Once the product must know of a change, the item must have the status of
 * that change until the next one.
 */
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

/**
 * Returns the missing alerts: while an item is red, each further piece of news about it must cause an alert of its own.
 */
function unnoticed({ kind, truths, flips, from, to }: ItemHistory, circumstances: Circumstances): readonly string[] {
  return truths.flatMap((truth, index) => {
    const before = truths[index - 1];
    const isAnother = truth.isNews && truth.standing !== 'green' && before?.standing === truth.standing;
    const by = knownBy(kind, truth, circumstances);
    const end = Math.min(to, truths[index + 1]?.at ?? to);
    if (!before || !isAnother || by >= end || truth.at < from) return [];
    // If the product could not know the first change yet when the second one happened, one alert covers both.
    const wasKnown = knownBy(kind, before, circumstances) < truth.at;
    if (!wasKnown || flips.some((flip) => flip.at >= truth.at && flip.at <= by)) return [];
    return [`has no alert for ${truth.subject} since ${time(truth.at)}`];
  });
}

/** Returns a fault for each flip that no change explains. */
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
