import { selection, useIsSelected } from './selection.ts';
import type { TriageTarget } from '../triage/Triage.tsx';

/** Picks a row for a change of many at once; there while the row has pointer or focus, and while it is picked. */
export function RowPick({ target }: { readonly target: TriageTarget }) {
  const isSelected = useIsSelected(target.watchDogId);
  return (
    <label className="row-pick">
      <input
        type="checkbox"
        className="check__box"
        aria-label={`Select: ${target.name}`}
        checked={isSelected}
        onChange={() => selection.toggle(target)}
      />
    </label>
  );
}
