import { IconPlugConnected } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

/** The notice for a user other than the owner who may see no seller account. Section 6: only the owner connects one. */
export const NoVisibleAccount = () => (
  <EmptyState
    icon={<IconPlugConnected size={24} aria-hidden="true" />}
    title="There is no seller account that you may see"
  >
    The owner of the account connects seller accounts, and says in the settings who sees them.
  </EmptyState>
);
