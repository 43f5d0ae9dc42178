import { addDays } from '@app/shared/base/calendar-day.ts';
import { shortDay } from '@app/shared/base/marketplace-day.ts';
import { isTimeZone } from '@app/shared/domain/clock/time-zone.ts';
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
 * "next brief: today 07:00". A day has one digest, so a later hour counts from tomorrow once today's digest was sent, and
 * perhaps from the day after when the zone was changed since. The text names no day if only an offset is known, because
 * summer time may begin or end before then, or if this browser does not know the zone.
 */
export function nextDigestText(address: DigestSettings, { now, isServed }: Moment): string {
  const { timeZone, digestEmailHour, lastDigestDay, isVerified, stoppedReason } = address;
  if (!isVerified || stoppedReason !== null) return 'once the address is verified';
  if (!isServed) return 'once your products are watched again';
  if (timeZone === null || !isTimeZone(timeZone)) return `next brief: every day at ${hourText(digestEmailHour)}`;
  const today = dayAt(timeZone, now);
  const first = hourAt(timeZone, now) < digestEmailHour ? today : addDays(today, 1);
  const next = lastDigestDay !== null && lastDigestDay >= first ? addDays(lastDigestDay, 1) : first;
  return `next brief: ${dayText(next, today)} ${hourText(digestEmailHour)}`;
}

function dayText(day: string, today: string): string {
  if (day === today) return 'today';
  return day === addDays(today, 1) ? 'tomorrow' : shortDay(day);
}
