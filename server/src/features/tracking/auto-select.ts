import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { autoSelectProducts } from '@app/shared/contract/product-settings.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { packageFor } from '../billing/packages/packages.ts';
import { holdProducts } from '../billing/standing/hold-products.ts';
import { lockProducts } from '../catalog/tracking/tracking-queries.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import { listProducts, type ListedProduct } from './listed-product-queries.ts';
import { countHeldBack } from './product-settings-queries.ts';
import { saveChoices, type Choice } from './save-choices.ts';
import { soldSince } from './sold-since.ts';

interface Selection {
  readonly productCount: number;
  readonly ip: string;
}

/**
 * Tracks the best sellers of the last 30 days and ignores all other products. A package is charged with the addons that
 * this number of products takes.
 */
export async function autoSelect(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { productCount, ip }: Selection,
): Promise<Answer<typeof autoSelectProducts>> {
  const held = await packageFor(ctx, { actor, code: undefined, ip });
  const now = ctx.clock.now();
  const { tenantId } = actor;
  return ctx.db.tenant(tenantId, async (tx) => {
    await holdProducts(tx, { tenantId, held, productCount, today: dayOf(now) });
    const accounts = await listSellerAccounts(tx, actor);
    const sellerAccountIds = accounts.map(({ sellerAccountId }) => sellerAccountId);
    // Products are listed after they are locked: a name that somebody else gives meanwhile would be undone.
    await lockProducts(tx, { tenantId, sellerAccountIds, productIds: null });
    const products = await listProducts(tx, actor, { soldFrom: soldSince(now), productIds: null });
    const choices = new Map(products.toSorted(bySales).map((product, rank) => choiceAt(product, rank < productCount)));
    await saveChoices(tx, actor, { choices, accountsSetupDone: false, tracksNewProducts: null, now });
    const chosen = [...choices].filter(([, { state }]) => state === 'tracked').map(([productId]) => productId);
    return { trackedProducts: chosen.length - (await countHeldBack(tx, tenantId, chosen)) };
  });
}

const choiceAt = ({ productId, shortName }: ListedProduct, isChosen: boolean): readonly [string, Choice] => [
  productId,
  { shortName, state: isChosen ? 'tracked' : 'ignored', seen: null },
];

/** Sorts best sellers first. Products with equal sales are sorted by their last sale, then by age, the oldest first. */
const bySales = (a: ListedProduct, b: ListedProduct): number =>
  b.unitsSold - a.unitsSold ||
  (b.lastSaleAt?.getTime() ?? 0) - (a.lastSaleAt?.getTime() ?? 0) ||
  Number(a.productId) - Number(b.productId);
