import type { Locator, Page } from '@playwright/test';
import { worldShape } from '@app/shared/contract/world.ts';
import type { WatchedProduct } from '../harness/watched-product.ts';

export const runway = (page: Page): Locator => page.getByRole('table', { name: 'Runway' });

export const rowOf = (page: Page, { asin, marketplace }: WatchedProduct): Locator =>
  runway(page).getByRole('row').filter({ hasText: asin }).filter({ hasText: marketplace });

/** Returns the brand of a product and the name of its seller account. */
export async function placeOf(page: Page, { productId }: WatchedProduct): Promise<{ brand: string; account: string }> {
  const answer = await page.request.get('/api/sentinel/stateoftheworld?init=true');
  const { products, sellerAccounts } = worldShape.parse(await answer.json());
  const { brand, sellerId } = products.find((one) => one.productId === productId) ?? {};
  const account = sellerAccounts.find((one) => one.sellerId === sellerId);
  return { brand: brand ?? '', account: account?.nickName ?? account?.name ?? '' };
}
