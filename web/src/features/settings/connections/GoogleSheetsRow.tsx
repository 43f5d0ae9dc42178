import type { Reply } from '@app/shared/contract/endpoint.ts';
import { googleSheetsAuthorizationUrl, type googleSheetsStatus } from '@app/shared/contract/google-sheets.ts';
import { showHelp } from '../../../lib/help.ts';
import { call } from '../../../lib/http/call.ts';
import { Button, buttonClass } from '../../../ui/fields/Button.tsx';
import { useLeaving } from '../../../lib/browser/use-leaving.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { ConnectionRow } from './ConnectionRow.tsx';

type Sheets = Reply<typeof googleSheetsStatus>;

interface Props {
  readonly sheets: Sheets;
  readonly onFailure: (text: string) => void;
}

const purpose = 'Products, alerts, sales, stock and freshness in a spreadsheet of yours, updated every hour';

export function GoogleSheetsRow({ sheets, onFailure }: Props) {
  const { email, connection, connectionError, spreadsheetUrl } = sheets;
  return (
    <ConnectionRow
      title="Google Sheets"
      purpose={purpose}
      account={email === 'pending' ? null : email}
      connection={connection}
      warning={connectionError === null ? undefined : warning(connectionError)}
    >
      {connectionError !== null && <HelpLink />}
      {connection && connection.state !== 'error' ? (
        <OpenLink url={spreadsheetUrl} />
      ) : (
        <ConnectButton isAgain={connection !== null} onFailure={onFailure} />
      )}
    </ConnectionRow>
  );
}

/** Section 8: "warning that the product cannot access the connected spreadsheet (connection error, with help link)". */
const warning = (reason: string): string => `Watchpost cannot access the connected spreadsheet. ${reason}`;

const HelpLink = () => (
  <Button size="sm" variant="ghost" onClick={() => showHelp({ tab: 'faq', entry: 'google-sheets' })}>
    What to do
  </Button>
);

/** The spreadsheet has no address before the first rows are written. */
const OpenLink = ({ url }: { readonly url: string | null }) =>
  url && (
    <a className={buttonClass({ size: 'sm' })} href={url} target="_blank" rel="noreferrer">
      Open spreadsheet
    </a>
  );

function ConnectButton({ isAgain, onFailure }: { readonly isAgain: boolean } & Pick<Props, 'onFailure'>) {
  const { isLeaving, leave } = useLeaving((error) => onFailure(errorAndMessage(error)));
  const connect = () =>
    leave(async (signal) => (await call(googleSheetsAuthorizationUrl, {}, { signal })).authorizationUrl);
  const label = isAgain ? 'Connect again' : 'Connect';
  return (
    <Button
      size="sm"
      variant={isAgain ? 'primary' : 'bordered'}
      busy={isLeaving}
      aria-label={`${label} (Google Sheets)`}
      onClick={connect}
    >
      {label}
    </Button>
  );
}
