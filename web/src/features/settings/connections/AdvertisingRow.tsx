import { useState } from 'react';
import type { AdConnection } from '@app/shared/contract/advertising.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { ConfirmButton } from '../../../ui/fields/ConfirmButton.tsx';
import { accountName } from '../storefronts/account-words.ts';
import { ConnectAdvertising } from '../storefronts/ConnectAdvertising.tsx';
import { useAdDisconnect } from '../storefronts/use-ad-disconnect.ts';
import { ConnectionRow } from './ConnectionRow.tsx';

interface Props {
  readonly account: SellerAccount;
  readonly connection: AdConnection['connection'];
  readonly onFailure: (text: string) => void;
}

/** The connection of a seller account to Amazon Advertising, which begins in the row of the account. */
export function AdvertisingRow({ account, connection, onFailure }: Props) {
  return (
    <ConnectionRow
      title="Amazon Advertising"
      purpose="Units and orders without advertising, and its costs, from reports of each day"
      account={accountName(account)}
      connection={connection}
    >
      {connection.state === 'error' ? (
        <ConnectAdvertising account={account} isAgain onFailure={onFailure} />
      ) : (
        <Disconnect account={account} onFailure={onFailure} />
      )}
    </ConnectionRow>
  );
}

function Disconnect({ account, onFailure }: Omit<Props, 'connection'>) {
  const [isBusy, setBusy] = useState(false);
  const disconnect = useAdDisconnect(account, onFailure);
  const handleConfirm = async () => {
    setBusy(true);
    await disconnect();
    setBusy(false);
  };
  return (
    <ConfirmButton
      size="sm"
      label="Disconnect"
      confirmLabel="Confirm disconnecting"
      subject={`Advertising of ${accountName(account)}`}
      busy={isBusy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
