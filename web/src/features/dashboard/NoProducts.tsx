import { IconPackage, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../lib/session/identity.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { NoVisibleAccount } from '../../ui/layout/NoVisibleAccount.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

interface Props {
  readonly hasAccount: boolean;
  readonly isSyncing: boolean;
}

/** The page without products: the reason, and the one action that helps. */
export function NoProducts({ hasAccount, isSyncing }: Props) {
  return (
    <div className="home__empty">
      <h1 className="visually-hidden">Home</h1>
      <Panel>{hasAccount ? <Waiting isSyncing={isSyncing} /> : <Unconnected />}</Panel>
    </div>
  );
}

function Unconnected() {
  const isOwner = useQuery(identityQuery).data?.isOwner === true;
  if (!isOwner) return <NoVisibleAccount />;
  return (
    <EmptyState
      icon={<IconPlugConnected size={24} aria-hidden="true" />}
      title="No seller account is connected yet"
      action={
        <a className={buttonClass({ variant: 'primary' })} href="/connect">
          Connect a seller account
        </a>
      }
    >
      Your products and their alerts appear here once you have authorized one.
    </EmptyState>
  );
}

function Waiting({ isSyncing }: Pick<Props, 'isSyncing'>) {
  if (isSyncing) {
    return (
      <EmptyState
        icon={<IconRefresh size={24} aria-hidden="true" />}
        title="Syncing your account from Amazon, this may take a while.."
      >
        Products appear here one after another. You can leave this page, nothing is lost.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconPackage size={24} aria-hidden="true" />}
      title="Could not detect any products with recent sale"
      action={
        <a className={buttonClass()} href="/productsettings">
          Choose products
        </a>
      }
    >
      Products appear here after their first sale, or when you choose them.
    </EmptyState>
  );
}
