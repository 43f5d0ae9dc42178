import { selection, useIsSelected } from './selection.ts';
import type { TriageTarget } from '../triage/Triage.tsx';

/** The checkbox that selects a row for a bulk change; visible while the row has pointer or focus, or is selected. */
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
