import { formatCount } from '@app/shared/base/format-count.ts';
import type { HealthLine } from '@app/shared/domain/operating/health.ts';

/** "4", "35 min", "2.5 %" */
export function healthValue({ value, unit }: Pick<HealthLine, 'value' | 'unit'>): string {
  if (unit === 'seconds') return duration(value);
  if (unit === 'share') return `${(value * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  return value.toLocaleString('en-US');
}

/** "45 s", "35 min", "5 h", "3 d" */
export function duration(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** The name of a figure without the prefix: "sweeps late". */
export const figureTitle = (name: string): string =>
  name
    .replace(/^watchpost_/, '')
    .replace(/_seconds$/, '')
    .replaceAll('_', ' ');

/** "1 failure", "3 failures" */
export const counted = (count: number, thing: string): string =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;

/** "once", "3 times" */
export const timesText = (count: number): string => (count === 1 ? 'once' : `${formatCount(count)} times`);
