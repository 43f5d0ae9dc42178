import type { AddressDraft } from '../form/form-model.ts';
import { hourText } from './email-words.ts';
import { dayAt, hourAt } from './time-zones.ts';

type DigestSettings = Pick<
  AddressDraft,
  'timeZone' | 'digestEmailHour' | 'lastDigestDay' | 'isVerified' | 'stoppedReason'
>;

interface Moment {
  readonly now: number;
  /** Whether products are watched: nothing is sent while they are not. */
  readonly isServed: boolean;
}

/**
 * "next brief: today 07:00". A day has one digest, so a later hour counts from tomorrow once today's digest was sent.
 * If only an offset is known, summer time may begin or end before then, so the text names no day.
 */
export function nextDigestText(address: DigestSettings, { now, isServed }: Moment): string {
  const { timeZone, digestEmailHour, lastDigestDay, isVerified, stoppedReason } = address;
  if (!isVerified || stoppedReason !== null) return 'once the address is verified';
  if (!isServed) return 'once your products are watched again';
  if (timeZone === null) return `next brief: every day at ${hourText(digestEmailHour)}`;
  const isToday = hourAt(timeZone, now) < digestEmailHour && lastDigestDay !== dayAt(timeZone, now);
  return `next brief: ${isToday ? 'today' : 'tomorrow'} ${hourText(digestEmailHour)}`;
}
