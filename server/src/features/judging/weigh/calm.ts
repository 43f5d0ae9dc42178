import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { durationText } from './duration-text.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { Calm, PastFlip } from './past-queries.ts';

/** An item with this many turns within a day goes to and fro. A turn is a change from ok to a problem or back. */
const restlessTurns = 3;
/** The item is stable when it has not turned for this long. Each pause after which it turned again doubles the time. */
const stable = { first: hourMs, longest: 16 * hourMs };
/** Turns are told again after this time, even if the item is never stable. Each pause doubles it too. */
const silence = { first: 12 * hourMs, longest: 2 * dayMs };
/** An item that has not turned for this long begins anew. */
const quietMs = 7 * dayMs;

/** Returns the calm of the item after this flip; `null` if it does not go to and fro. */
export function calmOf(flip: FlipRow, newestFirst: readonly PastFlip[]): Calm | null {
  const { itemId, at, calmedAt, calmUntil, calmPauses } = flip;
  const turns = [flip, ...newestFirst].filter((one) => isTurn(one) && at.getTime() - one.at.getTime() < dayMs).length;
  if (calmedAt === null || calmUntil === null || at.getTime() - calmUntil.getTime() >= quietMs) {
    if (turns < restlessTurns) return null;
    const begun = { itemId, calmedAt: at, pauses: 0 };
    return { ...begun, until: silenceAfter(begun, at), isHeld: false, words: calmWords(turns, 0) };
  }
  const hasPaused = at >= calmUntil;
  const pauses = calmPauses + (hasPaused ? 1 : 0);
  const calm = { itemId, calmedAt: hasPaused ? at : calmedAt, pauses };
  const until = silenceAfter(calm, at);
  // If no other turn comes, the silence ends and the flip is told before the item counts as stable.
  const isUnstable = until.getTime() < at.getTime() + waitOf(stable, pauses);
  return { ...calm, until, isHeld: true, words: isUnstable ? calmWords(turns, pauses + 1) : null };
}

const waitOf = ({ first, longest }: typeof stable, pauses: number): number => Math.min(longest, first * 2 ** pauses);

const silenceAfter = ({ calmedAt, pauses }: Pick<Calm, 'calmedAt' | 'pauses'>, lastTurnAt: Date): Date =>
  new Date(Math.min(calmedAt.getTime() + waitOf(silence, pauses), lastTurnAt.getTime() + waitOf(stable, pauses)));

/** The first verdict of an item is no turn, nor is another subject or another level of a problem. */
const isTurn = ({ fromStatus, toStatus }: Pick<PastFlip, 'fromStatus' | 'toStatus'>): boolean =>
  fromStatus !== itemStatus.initializing && (fromStatus === itemStatus.ok) !== (toStatus === itemStatus.ok);

/** Says why nothing more is told for a while. */
function calmWords(turns: number, pauses: number): string {
  const [stableFor, most] = [stable, silence].map((wait) => durationText(waitOf(wait, pauses)));
  return `It goes to and fro, ${turns} turns in a day: its turns are told again when it is stable for ${stableFor}, or in ${most}`;
}

export const withCalm = (message: string | null, { words }: Calm): string | null =>
  words === null ? message : [message, words].filter(Boolean).join('. ');
