import { AppError } from '@app/shared/base/errors.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type {
  getProductSettings,
  ProductSettings,
  ProductSettingsChange,
  putProductSettings,
} from '@app/shared/contract/product-settings.ts';
import { productLinks } from '@app/shared/domain/product-links.ts';
import { trackingStateOf } from '@app/shared/domain/tracking.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { seesAllAccounts } from '../accounts/queries.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import {
  countProducts,
  listFirstProductIds,
  listProducts,
  type ListedProduct,
  type ProductCount,
} from './listed-product-queries.ts';
import { getTrackingOfTenant } from './product-settings-queries.ts';
import { saveChoices, type Choice } from './save-choices.ts';
import { soldSince } from './sold-since.ts';

type SettingsContext = Pick<Context, 'db' | 'clock'>;

/** @param first how many products of each seller account the answer has, by name; all of them by default. */
export async function describeProductSettings(
  { db, clock }: SettingsContext,
  actor: Actor,
  { first }: ParsedRequest<typeof getProductSettings>['query'] = {},
): Promise<Answer<typeof getProductSettings>> {
  const { tenantId } = actor;
  const soldFrom = soldSince(clock.now());
  const [accounts, products, counts, tracking, mayChangeAutomatic] = await db.snapshot(tenantId, async (tx) => {
    const productIds = first === undefined ? null : await listFirstProductIds(tx, actor, first);
    return [
      await listSellerAccounts(tx, actor),
      await listProducts(tx, actor, { soldFrom, productIds }),
      await countProducts(tx, actor),
      await getTrackingOfTenant(tx, tenantId),
      await seesAllAccounts(tx, actor),
    ];
  });
  const productsOf = Map.groupBy(products, ({ sellerAccountId }) => sellerAccountId);
  const countsOf = Map.groupBy(counts, ({ sellerAccountId }) => sellerAccountId);
  return {
    sellerAccounts: accounts.map(({ sellerAccountId, nickName, name, region, isSetUp }) => ({
      sellerId: sellerAccountId,
      name: nickName ?? name,
      region,
      setupCompleted: isSetUp,
      products: (productsOf.get(sellerAccountId) ?? []).map(shapeProduct),
      ...shapeCounts(countsOf.get(sellerAccountId) ?? []),
    })),
    automaticallyTrackNewProducts: tracking.tracksNewProducts,
    mayChangeAutomatic,
    isCapped: tracking.isCapped,
  };
}

function shapeCounts(counts: readonly ProductCount[]) {
  const byState = { tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 };
  for (const { state, products } of counts) byState[state] += products;
  return { counts: byState, marketplaces: [...new Set(counts.map(({ marketplace }) => marketplace))].toSorted() };
}

function shapeProduct(product: ListedProduct): ProductSettings {
  const { asin: asin1, marketplace } = product;
  return {
    productId: product.productId,
    state: product.state,
    shortName: product.shortName,
    asin1,
    productName: product.name,
    productTitle: product.title,
    brand: product.brand,
    marketplaceIso31662Code: marketplace,
    imageUrl: product.imageUrl,
    productPage: productLinks({ asin1, marketplace }).productUrl,
    lastSaleAt: product.lastSaleAt?.toISOString() ?? null,
    unitsSold: product.unitsSold,
  };
}

type SettingsBody = ParsedRequest<typeof putProductSettings>['body'];

/**
 * Saves the changed products in one transaction: all of them, or none if somebody else has changed one since the user
 * loaded them.
 */
export async function putSettings(
  { db, clock }: SettingsContext,
  actor: Actor,
  { products, accountsSetupDone = false, automaticallyTrackNewProducts }: SettingsBody,
): Promise<Answer<typeof putProductSettings>> {
  const choices = new Map(products.map((product) => [product.productId, choiceOf(product)]));
  if (choices.size < products.length) throw new AppError('badRequest', { text: 'A product is listed twice' });
  const tracksNewProducts = automaticallyTrackNewProducts ?? null;
  const change = { choices, accountsSetupDone, tracksNewProducts, now: clock.now() };
  return db.tenant(actor.tenantId, (tx) => saveChoices(tx, actor, change));
}

const choiceOf = ({ shortName, show, ignoredUntilNextOrder = false, seen }: ProductSettingsChange): Choice => ({
  shortName,
  state: trackingStateOf({ show, ignoredUntilNextOrder }),
  seen: seen ?? null,
});
