import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { FlipRow } from '../judge/flip.ts';
import type { Calm, PastFlip } from './past-queries.ts';

/** An item that turns so often within a day goes to and fro. */
const restlessTurns = 3;
const longestSilenceMs = 12 * hourMs;
/** An item is stable when it has not turned for so long. */
const stableMs = hourMs;

/** Returns the calm of the item after this flip; `null` if it does not go to and fro. */
export function calmOf(flip: FlipRow, newestFirst: readonly PastFlip[]): Calm | null {
  const { itemId, at, calmedAt } = flip;
  // An item that was stable for a while and turns again is told again when it is stable again.
  if (calmedAt !== null && at.getTime() - calmedAt.getTime() < longestSilenceMs) {
    return { itemId, calmedAt, until: silenceAfter(calmedAt, at), turnsToTell: null };
  }
  const turns = [flip, ...newestFirst].filter((one) => isTurn(one) && at.getTime() - one.at.getTime() < dayMs).length;
  if (turns < restlessTurns) return null;
  return { itemId, calmedAt: at, until: silenceAfter(at, at), turnsToTell: turns };
}

const silenceAfter = (calmedAt: Date, lastTurnAt: Date): Date =>
  new Date(Math.min(calmedAt.getTime() + longestSilenceMs, lastTurnAt.getTime() + stableMs));

/** The first verdict of an item is no turn, nor is another subject or another level of a problem. */
const isTurn = ({ fromStatus, toStatus }: Pick<PastFlip, 'fromStatus' | 'toStatus'>): boolean =>
  fromStatus !== itemStatus.initializing && (fromStatus === itemStatus.ok) !== (toStatus === itemStatus.ok);

/** Adds to the message of the flip that tells of the calm why nothing more is told. */
export function withCalm(message: string | null, turns: number): string {
  const calm = `It goes to and fro, ${turns} turns in a day: its turns are told again when it is stable for an hour, or in 12 hours`;
  return message === null ? calm : `${message}. ${calm}`;
}
