import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../lib/session/identity.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { NoVisibleAccount } from '../../ui/layout/NoVisibleAccount.tsx';

/** The page without a seller account. */
export function NoAccount() {
  const isOwner = useQuery(identityQuery).data?.isOwner === true;
  return (
    <section className="panel">
      {isOwner ? (
        <EmptyState
          icon={<IconPlugConnected size={24} aria-hidden="true" />}
          title="No seller account is connected yet"
          action={
            <a className={buttonClass({ variant: 'primary' })} href="/connect">
              Connect a seller account
            </a>
          }
        >
          Your products appear here once one is authorized.
        </EmptyState>
      ) : (
        <NoVisibleAccount />
      )}
    </section>
  );
}
