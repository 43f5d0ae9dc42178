import { useQuery } from '@tanstack/react-query';
import { shortDay } from '@app/shared/base/marketplace-day.ts';
import type { AdConnection } from '@app/shared/contract/advertising.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { adConnectionsQuery } from './ad-connections-query.ts';
import { ConnectAdvertising } from './ConnectAdvertising.tsx';

interface Props extends PanelProps {
  readonly account: SellerAccount;
}

/** The polling interval, short because the user is waiting for the first reports. */
const pendingMs = 2_000;

/** The state of the account's connection to Amazon Advertising, with the button that it calls for. */
export function AdvertisingCell({ settings, form, account }: Props) {
  const { data } = useQuery({
    ...adConnectionsQuery,
    enabled: settings.isOwner,
    refetchInterval: ({ state }) =>
      state.data?.connections.some(({ connection }) => connection.state === 'pending') ? pendingMs : false,
  });
  const found = data?.connections.find(({ sellerId }) => sellerId === account.sellerId);
  if (!settings.isOwner) return account.connectedToAdvertisementApi ? 'Connected' : 'Not connected';
  if (!data) return null;
  return (
    <span className="storefronts__advertising">
      {found && <State found={found} />}
      {(!found || found.connection.state === 'error') && (
        <ConnectAdvertising account={account} isAgain={found !== undefined} onFailure={form.setFailure} />
      )}
    </span>
  );
}

function State({ found: { connection, reported } }: { readonly found: AdConnection }) {
  if (connection.state === 'error') {
    return (
      <output className="storefronts__reason">
        <Severity level="alert" size={14}>
          Error
        </Severity>
        <span className="meta">{connection.reason}</span>
      </output>
    );
  }
  const until = reported
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  return (
    <>
      <Severity level={connection.state === 'pending' ? 'starting' : 'ok'} size={14}>
        {connection.state === 'pending' ? 'Reading reports' : 'Connected'}
      </Severity>
      {until !== undefined && <span className="meta">reported until {shortDay(until)}</span>}
    </>
  );
}
