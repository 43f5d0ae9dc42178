import type { AddressDraft } from '../form/form-model.ts';
import { hourText } from './email-words.ts';
import { dayAt, hourAt } from './time-zones.ts';

type DigestSettings = Pick<
  AddressDraft,
  'timeZone' | 'digestEmailHour' | 'lastDigestDay' | 'isVerified' | 'stoppedReason'
>;

/**
 * "next brief: today 07:00". A day has one digest, so that a later hour counts from tomorrow once today's was sent. With
 * an offset alone summer time may begin or end in between, so that the text names no day.
 */
export function nextDigestText(address: DigestSettings, now: number): string {
  const { timeZone, digestEmailHour, lastDigestDay, isVerified, stoppedReason } = address;
  if (!isVerified || stoppedReason !== null) return 'once the address is verified';
  if (timeZone === null) return `next brief: every day at ${hourText(digestEmailHour)}`;
  const isToday = hourAt(timeZone, now) < digestEmailHour && lastDigestDay !== dayAt(timeZone, now);
  return `next brief: ${isToday ? 'today' : 'tomorrow'} ${hourText(digestEmailHour)}`;
}
