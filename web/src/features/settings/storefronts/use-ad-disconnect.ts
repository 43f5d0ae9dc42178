import { useQueryClient } from '@tanstack/react-query';
import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { settingsQuery } from '../form/use-settings-form.ts';
import { accountName } from './account-words.ts';
import { adConnectionsQuery } from './ad-connections-query.ts';

/** Returns the function that disconnects the advertising of a seller account. */
export function useAdDisconnect(account: SellerAccount, onFailure: (text: string) => void): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await call(advertisingCalls.adDisconnect, { params: { sellerId: account.sellerId } });
      showToast(`The advertising of ${accountName(account)} is no longer connected`);
    } catch (error) {
      onFailure(errorAndMessage(error));
    }
    await Promise.all(
      [adConnectionsQuery.queryKey, settingsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
