import type { Product } from '@app/shared/contract/world.ts';
import { groupMembersOf } from '@app/shared/world/product-groups.ts';
import { ageHoursOf } from '@app/shared/world/sales-age.ts';
import { daysShown } from '@app/shared/world/shown-days.ts';
import type { Tx } from '../../lib/db/db.ts';
import { loadAdSpend, loadReportedDays } from '../advertising/organic-queries.ts';
import { earlierShaper, firstDayShown, salesShaper } from './sales.ts';
import { loadEarlierSales, loadRecentSales } from './sales-queries.ts';
import { shapeProduct } from './shapes.ts';
import { loadSiblings, loadWorldProducts, type Viewer, type WorldProductRow } from './world-queries.ts';

/** Returns these products as in the state of the world, if they are tracked and visible to the viewer. */
export async function worldProducts(
  tx: Tx,
  viewer: Viewer,
  { productIds, now }: { readonly productIds: readonly string[]; readonly now: Date },
): Promise<Product[]> {
  const products = await loadWorldProducts(tx, viewer, { since: null, productIds });
  return shapeProducts(tx, { actor: viewer, products, isFull: false, now });
}

interface ProductsToShape {
  readonly actor: Viewer;
  readonly products: readonly WorldProductRow[];
  /** True if `products` are all products that the viewer may see. */
  readonly isFull: boolean;
  readonly now: Date;
}

/** Shapes products with their sales, their advertising and the members of their families. */
export async function shapeProducts(tx: Tx, { actor, products, isFull, now }: ProductsToShape): Promise<Product[]> {
  // Most deltas contain items only.
  if (products.length === 0) return [];
  const productIds = isFull ? null : products.map((product) => product.productId);
  const from = firstDayShown(now);
  const reported = await loadReportedDays(tx, actor.tenantId, { from });
  const hasOrganic = !reported.isEmpty;
  const parents = [...new Set(products.flatMap((product) => product.parentAsin ?? []))];
  const [sales, adSpend, related] = await Promise.all([
    loadRecentSales(tx, actor.tenantId, { from, productIds, hasOrganic }),
    hasOrganic ? loadAdSpend(tx, actor.tenantId, { from, productIds }) : null,
    isFull || parents.length === 0 ? products : loadSiblings(tx, actor, parents),
  ]);
  const salesOf = salesShaper(now);
  const shown = products.map((product) =>
    salesOf(product.marketplace, sales.get(product.productId), { reported: reported.of(product) }),
  );
  // These products may have sold before the shown days. The days before the first sale of a new product say nothing
  // about its usual sales, but those between two sales do.
  const short = products.flatMap(({ productId }, index) =>
    (shown[index]?.length ?? 0) < daysShown ? [productId] : [],
  );
  const earlier = await loadEarlierSales(tx, actor.tenantId, { before: from, productIds: short });
  const membersOf = groupMembersOf(related.map(asMember));
  const earlierSalesOf = earlierShaper(now);
  return products.map((product, index) => {
    const { productId, marketplace } = product;
    const earlierSales = earlierSalesOf(marketplace, earlier.get(productId));
    const recent = shown[index] ?? [];
    const isRare = recent.length > 0 && earlierSales !== null;
    return shapeProduct(product, {
      productGroupProductIds: [...membersOf(asMember(product))],
      sales: isRare
        ? salesOf(marketplace, sales.get(productId), { reported: reported.of(product), isWhole: true })
        : recent,
      adSpend: adSpend && reported.of(product).size > 0 ? (adSpend.get(productId) ?? 0) : null,
      earlierSales: isRare ? null : earlierSales,
      ageHours: ageHoursOf(product.salesKnownAt?.getTime() ?? null, now.getTime()),
    });
  });
}

const asMember = ({
  productId,
  marketplace,
  parentAsin,
}: Pick<WorldProductRow, 'productId' | 'marketplace' | 'parentAsin'>) => ({
  productId,
  marketplace,
  productGroupId: parentAsin,
});
