import type { Region } from '@app/shared/base/marketplaces.ts';
import { authorizationRedirect, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';

interface NewAccount {
  readonly nickname: string;
  /** Aborts when the person gives up, who is then led nowhere. */
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
 */
export async function authorizeAnew({ region, sellerKey }: SellerAccount): Promise<void> {
  try {
    const { location } = await call(authorizationRedirect, {
      query: { region, path: '/settings', expectedSellerKey: sellerKey },
    });
    window.location.assign(location);
  } catch (error) {
    window.alert(error instanceof Error ? error.message : String(error));
  }
}
