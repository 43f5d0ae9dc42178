import { useQuery } from '@tanstack/react-query';
import type { PanelProps } from '../form/use-settings-form.ts';
import { Section } from '../parts/Section.tsx';
import { adConnectionsQuery } from '../storefronts/ad-connections-query.ts';
import { AdvertisingRow } from './AdvertisingRow.tsx';
import { GoogleSheetsRow } from './GoogleSheetsRow.tsx';
import { googleSheetsQuery } from './google-sheets-query.ts';

/** Short, while a person waits for the first rows. */
const pendingMs = 2_000;

/** The services that the account exchanges data with; hidden when this server has none. */
export function ConnectionsPanel({ settings, form }: PanelProps) {
  const { data: sheets } = useQuery({
    ...googleSheetsQuery,
    refetchInterval: ({ state }) => (state.data?.connection?.state === 'pending' ? pendingMs : false),
  });
  const { data: advertising } = useQuery(adConnectionsQuery);
  if (!sheets) return null;
  const hasSheets = sheets.available || sheets.enabled;
  const advertised = (advertising?.connections ?? []).flatMap(({ sellerId, connection }) => {
    const account = settings.sellerAccounts.find((one) => one.sellerId === sellerId);
    return account ? [{ account, connection }] : [];
  });
  if (!hasSheets && advertised.length === 0) return null;
  return (
    <Section id="connections" title="Connections" note="Services with which your data is exchanged">
      <div className="settings-section__body">
        {hasSheets && <GoogleSheetsRow sheets={sheets} onFailure={form.setFailure} />}
        {advertised.map(({ account, connection }) => (
          <AdvertisingRow
            key={account.sellerId}
            account={account}
            connection={connection}
            onFailure={form.setFailure}
          />
        ))}
      </div>
    </Section>
  );
}
