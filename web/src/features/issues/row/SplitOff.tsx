import { IconUnlink } from '@tabler/icons-react';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';

/** Splits an issue from its incident. */
export function SplitOff({ target }: { readonly target: TriageTarget }) {
  const triage = useTriage();
  return (
    <IconButton variant="bordered" size="sm" label={`Split off: ${target.name}`} onClick={() => triage.split(target)}>
      <IconUnlink size={16} aria-hidden="true" />
    </IconButton>
  );
}
