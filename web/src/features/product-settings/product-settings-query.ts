import { getProductSettings, settingsPageSize } from '@app/shared/contract/product-settings.ts';
import type { QueryClient } from '@tanstack/react-query';
import { briefly } from '../../lib/browser/briefly.ts';
import { query } from '../../lib/http/call.ts';

/** All products. */
export const productSettingsQuery = query(getProductSettings, { query: {} });

/** The first page of each seller account, which a page with 10,000 products shows long before it has all of them. */
export const firstProductsQuery = query(getProductSettings, { query: { first: settingsPageSize } });

/** Waits for the first products, unless all are loaded already, so that the page is drawn once. */
export async function awaitFirstProducts(client: QueryClient): Promise<void> {
  if (client.getQueryData(productSettingsQuery.queryKey) !== undefined) return;
  await briefly(client.prefetchQuery(firstProductsQuery));
}
