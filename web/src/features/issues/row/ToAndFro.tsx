import { Chip } from '../../../ui/fields/Chip.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';

/** The sign of an item whose turns are not told because there are too many of them. */
export function ToAndFro({ until }: { readonly until: string }) {
  if (Date.parse(until) <= useNow()) return null;
  return (
    <span title="It turned three times or more in a day. Messages about it wait until it is stable, longer after each pause.">
      <Chip>Goes to and fro</Chip>
    </span>
  );
}
