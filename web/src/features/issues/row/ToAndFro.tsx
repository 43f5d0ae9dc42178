import { Chip } from '../../../ui/fields/Chip.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';

/** Marks an item that changed to and fro so often that its messages are held back; draws nothing after `until`. */
export function ToAndFro({ until }: { readonly until: string }) {
  if (Date.parse(until) <= useNow()) return null;
  return (
    <span title="It changed between a problem and none three times or more in a day. Messages about it wait until it is stable, longer after each pause.">
      <Chip>Goes to and fro</Chip>
    </span>
  );
}
