import type { Region } from '@app/shared/base/marketplaces.ts';
import { authorizationRedirect, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';

/** Leaves for the marketplace, which brings the browser back here. Throws what the server refuses it with. */
export async function authorizeNew(region: Region, nickname: string): Promise<void> {
  const { location } = await call(authorizationRedirect, {
    query: { region, path: '/settings', ...(nickname !== '' && { accName: nickname }) },
  });
  window.location.assign(location);
}

/** The same for one that is connected. Section 8: "re-authorise failure is a browser alert with the response message". */
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
