import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { useLeaving } from '../../../lib/browser/use-leaving.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { accountName } from './account-words.ts';

interface Props {
  readonly account: SellerAccount;
  readonly isAgain: boolean;
  readonly onFailure: (text: string) => void;
}

/** Leads the browser to Amazon, which sends it back to this page. */
export function ConnectAdvertising({ account, isAgain, onFailure }: Props) {
  const { isLeaving, leave } = useLeaving((error) => onFailure(errorAndMessage(error)));
  const connect = () =>
    leave(async (signal) => {
      const params = { sellerId: account.sellerId };
      return (await call(advertisingCalls.adConnectRedirect, { params }, { signal })).location;
    });
  // The visible label leaves the service out, because the head of the column names it.
  const label = isAgain ? 'Connect again' : 'Connect';
  const name = `${label}: Advertising of ${accountName(account)}`;
  return (
    <Button size="sm" busy={isLeaving} aria-label={name} onClick={connect}>
      {label}
    </Button>
  );
}
