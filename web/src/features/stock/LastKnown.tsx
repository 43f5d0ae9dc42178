import { momentText } from '../../world/since.ts';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';

/** Instead of a state that nobody could look at lately: it may be fine, or worse. Empty text: nobody ever could. */
export function LastKnown({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <span className="last-known">
      <Severity level="stale" size={14}>
        {at === '' ? 'Not checked yet' : `Last known ${momentText(Date.parse(at), now)}`}
      </Severity>
    </span>
  );
}
