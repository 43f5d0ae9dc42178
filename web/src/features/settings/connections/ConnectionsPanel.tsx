import { useQuery } from '@tanstack/react-query';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { firstFailed, useFailed } from '../../../lib/http/kept-failure.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Section } from '../parts/Section.tsx';
import { adConnectionsQuery } from '../storefronts/ad-connections-query.ts';
import { AdvertisingRow } from './AdvertisingRow.tsx';
import { GoogleSheetsRow } from './GoogleSheetsRow.tsx';
import { googleSheetsQuery } from './google-sheets-query.ts';

/** The polling interval, short because the user is waiting for the first rows of the spreadsheet. */
const pendingMs = 2_000;

interface Props {
  readonly settings: Pick<IdentitySettings, 'sellerAccounts'>;
  readonly form: Pick<FormHandle, 'setFailure'>;
}

/**
 * The services that the account exchanges data with; hidden when this server has none. A service that did not load
 * hides none of the others.
 */
export function ConnectionsPanel({ settings, form }: Props) {
  const sheets = useQuery({
    ...googleSheetsQuery,
    refetchInterval: ({ state }) => (state.data?.connection?.state === 'pending' ? pendingMs : false),
  });
  const advertising = useQuery(adConnectionsQuery);
  const hasSheets = sheets.data && (sheets.data.available || sheets.data.enabled);
  const advertised = (advertising.data?.connections ?? []).flatMap(({ sellerId, connection }) => {
    const account = settings.sellerAccounts.find((one) => one.sellerId === sellerId);
    return account ? [{ account, connection }] : [];
  });
  const failed = firstFailed([useFailed(sheets), useFailed(advertising)]);
  if (!hasSheets && advertised.length === 0 && !failed) return null;
  return (
    <Section id="connections" title="Connections" note="Services with which your data is exchanged">
      <div className="settings-section__body">
        {hasSheets && <GoogleSheetsRow sheets={sheets.data} onFailure={form.setFailure} />}
        {advertised.map(({ account, connection }) => (
          <AdvertisingRow
            key={account.sellerId}
            account={account}
            connection={connection}
            onFailure={form.setFailure}
          />
        ))}
        {failed && <ErrorState title="A connection did not load" {...failed} />}
      </div>
    </Section>
  );
}
