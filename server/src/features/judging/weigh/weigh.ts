import { minuteMs } from '@app/shared/base/time.ts';
import type { MessageWorth } from '@app/shared/watchdogs/model/message-worth.ts';
import { calmOf, withCalm } from './calm.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { Calm, EndedHold, PastDelivery, PastFlip } from './past-queries.ts';
import { durationText } from './duration-text.ts';

/** The decision about the messages of a flip. */
export interface Telling {
  readonly state: 'pending' | 'held' | 'dropped';
  /** The time of the message, if it is not dropped. */
  readonly until: Date;
  readonly reason: string | null;
  /** Recipients who get no message, because it would say what they believe already. */
  readonly untold: readonly string[];
  readonly untoldReason: string;
}

export interface WeighedFlip extends FlipRow {
  readonly telling: Telling;
  /** True if the item goes to and fro, which has no cause in common with other products. */
  readonly isCalm: boolean;
}

export interface Weighing {
  readonly flips: readonly WeighedFlip[];
  readonly ended: readonly EndedHold[];
  readonly calms: readonly Calm[];
}

/**
 * Decides what becomes of the messages of flips: they are sent at once, held, or not sent. A flip of an item ends what
 * is held of the item's former ones, because a message must be true when it is sent.
 */
export function weigh(flips: readonly FlipRow[], past: readonly PastFlip[]): Weighing {
  const byItem = Map.groupBy(past, ({ itemId }) => itemId);
  const weighed = flips.map((flip) => weighOne(flip, byItem.get(flip.itemId) ?? []));
  return {
    flips: weighed.map(({ flip }) => flip),
    ended: weighed.flatMap(({ ended }) => ended),
    calms: weighed.flatMap(({ calm }) => calm ?? []),
  };
}

/** Returns the flips since the item was last ok, newest first. */
function openFlips(newestFirst: readonly PastFlip[]): readonly PastFlip[] {
  const lastOk = newestFirst.findIndex(({ toStatus }) => toStatus === 0);
  return lastOk === -1 ? newestFirst : newestFirst.slice(0, lastOk);
}

interface WeighedOne extends Pick<Weighing, 'ended'> {
  readonly flip: WeighedFlip;
  readonly calm: Calm | null;
}

function weighOne(flip: FlipRow, past: readonly PastFlip[]): WeighedOne {
  const { toStatus } = flip;
  const calm = calmOf(flip, past);
  const telling = tellingOf(flip, { past, calm });
  const isSuperseding = toStatus === 0 || telling.state !== 'dropped';
  const message = calm === null ? flip.message : withCalm(flip.message, calm);
  return {
    flip: { ...flip, message, telling, isCalm: calm !== null },
    calm,
    ended: isSuperseding ? endedBy(flip, past) : [],
  };
}

function tellingOf(
  flip: FlipRow,
  { past, calm }: { readonly past: readonly PastFlip[]; readonly calm: Calm | null },
): Telling {
  const { at, toStatus, worth } = flip;
  const untoldReason = toStatus === 0 ? neverTold : toldBefore;
  if (worth?.sends !== 'nothing' && calm?.isHeld) {
    // The first time that it is stable is told in any case; later ones only to those who believe something else.
    const isNews = calm.pauses === 0 || calm.words !== null;
    const untold = isNews ? [] : untoldOf(flip, past);
    return { state: 'held', until: calm.until, reason: restless, untold, untoldReason };
  }
  const timing = worth ? tellingByWorth(worth, at) : tellingByTime(flip, openFlips(past));
  return { ...timing, untold: untoldOf(flip, past), untoldReason };
}

const restless = 'It goes to and fro: its turns are told again when it is stable';
const neverTold = 'The problem was not told either';
const toldBefore = 'It was told before, and nobody was told of its end';

type Timing = Pick<Telling, 'state' | 'until' | 'reason'>;

const tellingByWorth = (worth: MessageWorth, at: Date): Timing =>
  worth.sends === 'nothing'
    ? { state: 'dropped', until: at, reason: worth.because }
    : { state: 'held', until: worth.until, reason: worth.because };

function tellingByTime({ at, toStatus, minimumMinutes }: FlipRow, open: readonly PastFlip[]): Timing {
  const badSince = open.at(-1)?.at ?? at;
  const until = new Date(badSince.getTime() + minimumMinutes * minuteMs);
  if (toStatus === 0 || until <= at) return { state: 'pending', until: at, reason: null };
  const lasted = durationText(minimumMinutes * minuteMs);
  return { state: 'held', until, reason: `It waits until the problem has lasted ${lasted}` };
}

/** Returns the recipients who believe already that the item is as the flip makes it: the last changes were not told. */
function untoldOf({ toStatus }: FlipRow, newestFirst: readonly PastFlip[]): readonly string[] {
  // An end that improves nothing, as that of a window, is told to nobody; people know windows.
  const silentEnd = newestFirst.findIndex((flip) => flip.toStatus === 0 && flip.deliveries.length === 0);
  const news = newestFirst
    .slice(0, silentEnd === -1 ? undefined : silentEnd)
    .flatMap(({ toStatus: status, deliveries }) =>
      deliveries.map(({ recipient, state }) => ({ recipient, isEnd: status === 0, isTold: !untoldStates.has(state) })),
    );
  return [...Map.groupBy(news, ({ recipient }) => recipient)].flatMap(([recipient, all]) => {
    const lastTold = all.findIndex(({ isTold }) => isTold);
    const since = lastTold === -1 ? all : all.slice(0, lastTold);
    const believesEnd = all[lastTold]?.isEnd ?? true;
    return believesEnd === (toStatus === 0) && since.some(({ isEnd }) => isEnd !== believesEnd) ? [recipient] : [];
  });
}

const untoldStates: ReadonlySet<PastDelivery['state']> = new Set(['held', 'dropped']);

function endedBy({ at, toStatus }: FlipRow, past: readonly PastFlip[]): readonly EndedHold[] {
  return past.flatMap((former) => {
    const flipIds = new Set(former.deliveries.filter(({ state }) => state === 'held').map(({ flipId }) => flipId));
    const lasted = durationText(at.getTime() - former.at.getTime());
    const reason =
      (toStatus === 0) === (former.toStatus === 0)
        ? `Another change came after ${lasted}`
        : `It was over after ${lasted}`;
    return [...flipIds].map((flipId) => ({ flipAt: former.at, flipId, reason }));
  });
}
