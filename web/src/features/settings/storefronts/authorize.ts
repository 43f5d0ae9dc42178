import type { Region } from '@app/shared/base/marketplaces.ts';
import { authorizationRedirect, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';

interface NewAccount {
  readonly nickname: string;
  /** Aborts when the person closes the dialog, who is then led nowhere. */
  readonly signal: AbortSignal;
}

/** Leads the browser to the marketplace, which sends it back to this page. Throws the server's refusal. */
export async function authorizeNew(region: Region, { nickname, signal }: NewAccount): Promise<void> {
  const query = { region, path: '/settings' as const, ...(nickname !== '' && { accName: nickname }) };
  const { location } = await call(authorizationRedirect, { query }, { signal });
  signal.throwIfAborted();
  window.location.assign(location);
}

/**
 * Authorises a connected account again. Section 8: "re-authorise failure is a browser alert with the response message".
 * Nothing happens once the signal aborts, because the person has left the page.
 */
export async function authorizeAnew(
  { region, sellerKey }: Pick<SellerAccount, 'region' | 'sellerKey'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const query = { region, path: '/settings' as const, expectedSellerKey: sellerKey };
    const { location } = await call(authorizationRedirect, { query }, { signal });
    signal.throwIfAborted();
    window.location.assign(location);
  } catch (error) {
    if (!signal.aborted) window.alert(error instanceof Error ? error.message : String(error));
  }
}
