import { formatDate } from '@app/shared/base/format-date.ts';
import { relativeTime } from './relative-time.ts';
import { useNow } from '../hooks/use-now.ts';

/** The exact time in the language of the page, which is not that of the browser. */
export const exactTime: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'medium' };

/** `at` is an ISO instant; the tooltip has the exact time. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={formatDate(instant, exactTime)} className="nowrap">
      {relativeTime(instant, now)}
    </time>
  );
}
