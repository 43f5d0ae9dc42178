import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { isProblem, itemStatus } from '@app/shared/domain/issue-status.ts';
import type { MessageWorth } from '@app/shared/watchdogs/model/message-worth.ts';
import { calmOf, withCalm } from './calm.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { Calm, EndedHold, PastDelivery, PastFlip } from './past-queries.ts';
import { durationText } from './duration-text.ts';

/** The decision whether and when a flip is sent to people. */
interface Telling {
  /** `muted`: nobody is told before the mute of the item ends. */
  readonly state: 'pending' | 'held' | 'dropped' | 'muted';
  /** The time of the message, if it is not dropped. */
  readonly until: Date;
  readonly reason: string | null;
  /** Recipients who get no message, because they already believe what it would say. */
  readonly untold: readonly string[];
  readonly untoldReason: string;
}

export interface WeighedFlip extends FlipRow {
  readonly telling: Telling;
  /** True if the item is unstable. Such an item shares no cause with other products. */
  readonly isCalm: boolean;
}

interface Weighing {
  readonly flips: readonly WeighedFlip[];
  readonly ended: readonly EndedHold[];
  readonly calms: readonly Calm[];
}

/**
 * Nobody has to act on the end of a problem: the recipient is told in the next message, and after this time at the
 * latest.
 */
export const endWaitMs = 12 * hourMs;
const withNext = 'It is told with the next message, and within 12 hours';

interface Before {
  readonly past: readonly PastFlip[];
  /** Divides the wait for the next message, as it divides every check period. */
  readonly speedup: number;
}

/**
 * Decides about the messages of flips: they are sent immediately, held, or not sent. A flip drops the held deliveries
 * of the item's former flips, because a message must be true when it is sent.
 */
export function weigh(flips: readonly FlipRow[], { past, speedup }: Before): Weighing {
  const byItem = Map.groupBy(past, ({ itemId }) => itemId);
  const weighed = flips.map((flip) => weighOne(flip, { past: byItem.get(flip.itemId) ?? [], speedup }));
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

function weighOne(flip: FlipRow, { past, speedup }: Before): WeighedOne {
  const { toStatus } = flip;
  const calm = calmOf(flip, past);
  const telling = tellingOf(flip, { past: flip.isMuted ? past : past.map(withoutMuted), calm, speedup });
  const isSuperseding = toStatus === 0 || telling.state !== 'dropped';
  // A problem that returns without being worth a message replaces no held message about the problem. It does replace a
  // held message that the problem is over.
  const superseded = isSuperseding ? past : past.filter((former) => former.toStatus === 0);
  const message = calm === null ? flip.message : withCalm(flip.message, calm);
  return {
    flip: { ...flip, message, telling: flip.isMuted ? untilUnmuted(telling) : telling, isCalm: calm !== null },
    calm,
    ended: endedBy(flip, superseded),
  };
}

function tellingOf(flip: FlipRow, { past, calm, speedup }: Before & { readonly calm: Calm | null }): Telling {
  const { at, toStatus, isEased, wasInProgress, worth } = flip;
  const untoldReason = toStatus === 0 ? neverTold : isEased ? restTold : toldBefore;
  if (worth?.sends !== 'nothing' && calm?.isHeld) {
    // Once the item is stable, only those recipients are told who believe something else.
    const untold = calm.words === null ? untoldOf(flip, past) : [];
    return { state: 'held', until: calm.until, reason: restless, untold, untoldReason };
  }
  if (calm === null && isEnd(flip) && !wasInProgress && wasSilentOnly(past)) {
    return { state: 'dropped', until: at, reason: neverTold, untold: [], untoldReason };
  }
  // For an unstable item only held deliveries count as untold, so that this message reaches those who were not told of
  // the return of the problem.
  const untold = untoldOf(flip, past, calm === null || flip.isMuted ? untoldStates : new Set(['held']));
  if (worth) return { ...tellingByWorth(worth, at), untold, untoldReason };
  if (calm === null && isEnd(flip)) return { ...tellingOfEnd(flip, speedup), untold, untoldReason };
  return { ...tellingByTime(flip, openFlips(past)), untold, untoldReason };
}

/** Leaves out what was kept back while the item was muted: the message of another flip says nothing about that. */
const withoutMuted = (flip: PastFlip): PastFlip => (flip.isSilent ? { ...flip, deliveries: [] } : flip);

const untilUnmuted = (telling: Telling): Telling =>
  telling.state === 'dropped' ? telling : { ...telling, state: 'muted', reason: mutedReason };

/** The reason that the delivery log shows for what is kept back until the mute of its item ends. */
const mutedReason = 'Its watchdog was muted';
const restless = 'It goes to and fro: its turns are told again when it is stable';
const neverTold = 'The problem was not told either';
const toldBefore = 'It was told before, and nobody was told of its end';
const restTold = 'It was told before as part of a worse problem';

type Timing = Pick<Telling, 'state' | 'until' | 'reason'>;

const tellingByWorth = (worth: MessageWorth, at: Date): Timing =>
  worth.sends === 'nothing'
    ? { state: 'dropped', until: at, reason: worth.because }
    : { state: 'held', until: worth.until, reason: worth.because };

/**
 * True if the problem was news for nobody from its beginning, because its item was muted, for example. A problem that
 * was open before the silent flips was told; its own flip may be older than those that are known.
 */
function wasSilentOnly(newestFirst: readonly PastFlip[]): boolean {
  const told = newestFirst.findIndex(({ isSilent }) => !isSilent);
  const firstSilent = (told === -1 ? newestFirst : newestFirst.slice(0, told)).at(-1);
  return firstSilent !== undefined && !isProblem({ status: firstSilent.fromStatus });
}

/** True if the flip ends a problem. */
export const isEnd = ({ fromStatus, toStatus }: FlipRow): boolean =>
  toStatus === itemStatus.ok && isProblem({ status: fromStatus });

/**
 * Returns when people are told of the end of a problem: immediately if somebody works on it, otherwise with the next
 * message.
 */
function tellingOfEnd({ at, wasInProgress }: FlipRow, speedup: number): Timing {
  if (wasInProgress) return { state: 'pending', until: at, reason: null };
  return { state: 'pending', until: new Date(at.getTime() + endWaitMs / Math.max(1, speedup)), reason: withNext };
}

function tellingByTime({ at, toStatus, minimumMinutes }: FlipRow, open: readonly PastFlip[]): Timing {
  const badSince = open.at(-1)?.at ?? at;
  const until = new Date(badSince.getTime() + minimumMinutes * minuteMs);
  if (toStatus === 0 || until <= at) return { state: 'pending', until: at, reason: null };
  const lasted = durationText(minimumMinutes * minuteMs);
  return { state: 'held', until, reason: `It waits until the problem has lasted ${lasted}` };
}

/**
 * Returns the recipients who already believe that the item is as the flip makes it, because they were not told of the
 * last changes. A problem with another subject, or a worse problem, is news to them; the rest of a problem that they
 * were told of is not.
 */
function untoldOf(
  { toStatus, about, isEased }: FlipRow,
  newestFirst: readonly PastFlip[],
  untold: ReadonlySet<PastDelivery['state']> = untoldStates,
): readonly string[] {
  // The end of a problem without an improvement, such as the end of a window, is sent to nobody, because people know
  // the windows.
  const silentEnd = newestFirst.findIndex((flip) => flip.toStatus === 0 && flip.deliveries.length === 0);
  const news = newestFirst.slice(0, silentEnd === -1 ? undefined : silentEnd).flatMap((flip) =>
    flip.deliveries.map(({ recipient, state }) => ({
      recipient,
      isOver: flip.toStatus === 0,
      isSame: flip.about === about && flip.toStatus >= toStatus,
      isLess: flip.toStatus < toStatus,
      isTold: !untold.has(state),
    })),
  );
  return [...Map.groupBy(news, ({ recipient }) => recipient)].flatMap(([recipient, all]) => {
    const lastTold = all.findIndex(({ isTold }) => isTold);
    const since = lastTold === -1 ? all : all.slice(0, lastTold);
    const told = all[lastTold];
    const believesOver = told?.isOver ?? true;
    const isKnown = believesOver ? toStatus === 0 : toStatus !== 0 && (told?.isSame ?? false);
    const isChanged = since.some(({ isOver, isLess, isSame }) =>
      isOver ? !believesOver : believesOver || isLess || !isSame,
    );
    return (isKnown && isChanged) || (isEased && !believesOver) ? [recipient] : [];
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
