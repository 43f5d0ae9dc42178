import { minuteMs } from '@app/shared/base/time.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { EndedHold, PastDelivery, PastFlip } from './past-queries.ts';
import { durationText } from './duration-text.ts';

/** What becomes of the messages of a flip. */
export interface Telling {
  readonly state: 'pending' | 'held' | 'dropped';
  /** The time of the message, if it is not dropped. */
  readonly until: Date;
  readonly reason: string | null;
  /** Recipients who were told nothing of the problem that ends with this flip. */
  readonly untold: readonly string[];
}

export interface WeighedFlip extends FlipRow {
  readonly telling: Telling;
}

export interface Weighing {
  readonly flips: readonly WeighedFlip[];
  readonly ended: readonly EndedHold[];
}

/**
 * Decides what becomes of the messages of flips: they are sent at once, held, or not sent. A flip of an item ends what
 * is held of the item's former ones, because a message must be true when it is sent.
 */
export function weigh(flips: readonly FlipRow[], past: readonly PastFlip[]): Weighing {
  const byItem = Map.groupBy(past, ({ itemId }) => itemId);
  const weighed = flips.map((flip) => weighOne(flip, openFlips(byItem.get(flip.itemId) ?? [])));
  return { flips: weighed.map(({ flip }) => flip), ended: weighed.flatMap(({ ended }) => ended) };
}

/** Returns the flips since the item was last ok, newest first. */
function openFlips(newestFirst: readonly PastFlip[]): readonly PastFlip[] {
  const lastOk = newestFirst.findIndex(({ toStatus }) => toStatus === 0);
  return lastOk === -1 ? newestFirst : newestFirst.slice(0, lastOk);
}

function weighOne(
  flip: FlipRow,
  open: readonly PastFlip[],
): { readonly flip: WeighedFlip; readonly ended: readonly EndedHold[] } {
  const telling = flip.toStatus === 0 ? tellingOfEnd(flip, open) : tellingOfProblem(flip, open);
  const isSuperseding = flip.toStatus === 0 || telling.state !== 'dropped';
  return { flip: { ...flip, telling }, ended: isSuperseding ? endedBy(flip, open) : [] };
}

function tellingOfProblem({ at, worth, minimumMinutes }: FlipRow, open: readonly PastFlip[]): Telling {
  if (worth?.sends === 'nothing') return dropped(at, worth.because);
  if (worth?.sends === 'later') return held(worth.until, worth.because);
  const badSince = open.at(-1)?.at ?? at;
  const until = new Date(badSince.getTime() + minimumMinutes * minuteMs);
  if (until <= at) return { state: 'pending', until: at, reason: null, untold: [] };
  return held(until, `It waits until the problem has lasted ${durationText(minimumMinutes * minuteMs)}`);
}

const dropped = (at: Date, reason: string): Telling => ({ state: 'dropped', until: at, reason, untold: [] });
const held = (until: Date, reason: string): Telling => ({ state: 'held', until, reason, untold: [] });

function tellingOfEnd({ at, worth }: FlipRow, open: readonly PastFlip[]): Telling {
  if (worth?.sends === 'nothing') return dropped(at, worth.because);
  return { state: 'pending', until: at, reason: null, untold: untoldOf(open) };
}

const isUntold = ({ state }: PastDelivery): boolean => state === 'held' || state === 'dropped';

function untoldOf(open: readonly PastFlip[]): readonly string[] {
  const deliveries = open.flatMap((flip) => flip.deliveries);
  const told = new Set(deliveries.filter((one) => !isUntold(one)).map(({ recipient }) => recipient));
  return [...new Set(deliveries.map(({ recipient }) => recipient))].filter((recipient) => !told.has(recipient));
}

function endedBy({ at, toStatus }: FlipRow, open: readonly PastFlip[]): readonly EndedHold[] {
  return open.flatMap((former) => {
    const flipIds = new Set(former.deliveries.filter(({ state }) => state === 'held').map(({ flipId }) => flipId));
    const lasted = durationText(at.getTime() - former.at.getTime());
    const reason = toStatus === 0 ? `It was over after ${lasted}` : `Another change came after ${lasted}`;
    return [...flipIds].map((flipId) => ({ flipAt: former.at, flipId, reason }));
  });
}
