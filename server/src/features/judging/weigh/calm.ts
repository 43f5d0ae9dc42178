import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { durationText } from './duration-text.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { Calm, PastFlip } from './past-queries.ts';

/** An item is unstable after this many turns within a day. A turn is a change from ok to a problem or back. */
const restlessTurns = 3;
/**
 * The item is stable when it has not turned for this long. The time doubles each time the item turns again afterwards.
 */
const stable = { first: hourMs, longest: 16 * hourMs };
/** A silence about turns ends after this time, even if the item is not stable. The time doubles in the same way. */
const silence = { first: 12 * hourMs, longest: 2 * dayMs };
/** After this long without a turn the item starts again with the shortest times. */
const quietMs = 7 * dayMs;

type TurningFlip = Pick<FlipRow, 'itemId' | 'at' | 'fromStatus' | 'toStatus' | 'calmedAt' | 'calmUntil' | 'calmPauses'>;

/**
 * Returns the silence about the item's turns after this flip; `null` if the item is not unstable. Another subject or
 * another level of a problem is no turn: it waits for the end of a silence, but neither prolongs one nor begins one.
 */
export function calmOf(flip: TurningFlip, newestFirst: readonly PastFlip[]): Calm | null {
  const { itemId, at, calmedAt, calmUntil, calmPauses } = flip;
  const turns = [flip, ...newestFirst].filter((one) => isTurn(one) && at.getTime() - one.at.getTime() < dayMs).length;
  if (calmedAt === null || calmUntil === null || at.getTime() - calmUntil.getTime() >= quietMs) {
    if (turns < restlessTurns) return null;
    const begun = { itemId, calmedAt: at, pauses: 0 };
    return { ...begun, until: silenceAfter(begun, at), isHeld: false, words: calmWords(turns, 0) };
  }
  const hasPaused = at >= calmUntil;
  if (hasPaused && !isTurn(flip)) return null;
  const pauses = calmPauses + (hasPaused ? 1 : 0);
  const calm = { itemId, calmedAt: hasPaused ? at : calmedAt, pauses };
  const lastTurnAt = [flip, ...newestFirst].find(isTurn)?.at ?? at;
  const until = silenceAfter(calm, lastTurnAt);
  // True if the silence ends before the item counts as stable. Then a message tells people that the item is still
  // unstable.
  const isUnstable = until.getTime() < lastTurnAt.getTime() + waitOf(stable, pauses);
  return { ...calm, until, isHeld: true, words: isUnstable ? calmWords(turns, pauses + 1) : null };
}

const waitOf = ({ first, longest }: typeof stable, pauses: number): number => Math.min(longest, first * 2 ** pauses);

const silenceAfter = ({ calmedAt, pauses }: Pick<Calm, 'calmedAt' | 'pauses'>, lastTurnAt: Date): Date =>
  new Date(Math.min(calmedAt.getTime() + waitOf(silence, pauses), lastTurnAt.getTime() + waitOf(stable, pauses)));

/** True for a turn. The first verdict of an item is no turn, nor is another subject or another level of a problem. */
const isTurn = ({ fromStatus, toStatus }: Pick<PastFlip, 'fromStatus' | 'toStatus'>): boolean =>
  fromStatus !== itemStatus.initializing && (fromStatus === itemStatus.ok) !== (toStatus === itemStatus.ok);

/** Returns the sentence in a message that says why no further turns are announced for a while. */
function calmWords(turns: number, pauses: number): string {
  const [stableFor, most] = [stable, silence].map((wait) => durationText(waitOf(wait, pauses)));
  return `It goes to and fro, ${turns} turns in a day: its turns are told again when it is stable for ${stableFor}, or in ${most}`;
}

export const withCalm = (message: string | null, { words }: Calm): string | null =>
  words === null ? message : [message, words].filter(Boolean).join('. ');
