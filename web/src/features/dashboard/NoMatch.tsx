import { IconFilter } from '@tabler/icons-react';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <Panel>
      <EmptyState
        icon={<IconFilter size={24} aria-hidden="true" />}
        title="No items match your filter, try a different one."
        action={<Button onClick={onClear}>Clear filter</Button>}
      />
    </Panel>
  );
}
