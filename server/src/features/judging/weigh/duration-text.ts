import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';

const units = [
  [dayMs, 'day'],
  [hourMs, 'hour'],
  [minuteMs, 'minute'],
] as const;

/** Returns a text such as "3 days", in the largest unit that the duration reaches. */
export function durationText(ms: number): string {
  const [size, name] = units.find(([unit]) => ms >= unit) ?? [minuteMs, 'minute'];
  const count = Math.floor(ms / size);
  if (count === 0) return 'less than a minute';
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
