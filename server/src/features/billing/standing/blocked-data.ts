import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { hourMs } from '@app/shared/base/time.ts';

/** The data of a blocked account is kept for at least this many days. */
export const keptDays = 90;
/** The number of days before the deletion on which the owner is told of it. */
const noticeDays = 14;

/** Noon of UTC, when the day before has ended in all time zones. */
const noonOf = (day: Day): Date => new Date(startOfDay(day).getTime() + 12 * hourMs);

/** Returns the instant from which the data may be deleted if the owner is told now. */
export function deletionAfter(blockedAt: Date, now: Date): Date {
  const afterKept = addDays(dayOf(blockedAt), keptDays + 1);
  const afterNotice = addDays(dayOf(now), noticeDays);
  return noonOf(afterKept > afterNotice ? afterKept : afterNotice);
}

/** Returns the instant before which accounts became blocked whose owners are told by now. */
export const blockedBeforeNotice = (now: Date): Date => startOfDay(addDays(dayOf(now), noticeDays - keptDays));
