import { getProductSettings, settingsPageSize } from '@app/shared/contract/product-settings.ts';
import type { QueryClient } from '@tanstack/react-query';
import { query } from '../../lib/http/call.ts';

/** All products. */
export const productSettingsQuery = query(getProductSettings, { query: {} });

/** The first page of each seller account, which a page with 10,000 products shows long before it has all of them. */
export const firstProductsQuery = query(getProductSettings, { query: { first: settingsPageSize } });

/**
 * How long a visit of the page waits for its first products. They usually come sooner, and the page is drawn once and
 * not first as a skeleton.
 */
const longestWaitMs = 300;

/** Waits for the first products, unless all are loaded already, and not longer than a person would notice. */
export async function awaitFirstProducts(client: QueryClient): Promise<void> {
  if (client.getQueryData(productSettingsQuery.queryKey) !== undefined) return;
  const wait = Promise.withResolvers<void>();
  setTimeout(wait.resolve, longestWaitMs);
  await Promise.race([client.prefetchQuery(firstProductsQuery), wait.promise]);
}
