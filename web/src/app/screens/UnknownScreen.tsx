import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Shell } from '../shell/Shell.tsx';

/** Shown at an address that has no page. */
export function UnknownScreen() {
  return (
    <Shell>
      <main className="page-error">
        <PageTitle>No such page</PageTitle>
        <h1 className="visually-hidden">No such page</h1>
        <EmptyState
          icon={<IconMapOff size={24} aria-hidden="true" />}
          title="There is no page at this address"
          action={
            <Link to="/home" className={buttonClass({ variant: 'primary' })}>
              Back to the Home screen
            </Link>
          }
        >
          The link may be old, or the address mistyped.
        </EmptyState>
      </main>
    </Shell>
  );
}
