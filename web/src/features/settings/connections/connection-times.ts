import { formatDate } from '@app/shared/base/format-date.ts';

export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** "12:03", in the browser's time zone. */
export const clockTime = (seconds: number): string =>
  formatDate(seconds * 1000, { hour: '2-digit', minute: '2-digit' });
