import { relativeTime } from './relative-time.ts';
import { useNow } from '../hooks/use-now.ts';

/** `at` is an ISO instant; the tooltip has the exact time. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={new Date(instant).toLocaleString()} className="nowrap">
      {relativeTime(instant, now)}
    </time>
  );
}
