import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../lib/session/identity.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';

/** The page without a seller account. Section 6: only the owner connects one, and says who sees it. */
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
        <EmptyState
          icon={<IconPlugConnected size={24} aria-hidden="true" />}
          title="There is no seller account that you may see"
        >
          The owner of the account connects seller accounts, and says in the settings who sees them.
        </EmptyState>
      )}
    </section>
  );
}
