import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { isNewsForNobody } from '@app/shared/watchdogs/model/recipients.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Tx } from '../../lib/db/db.ts';
import { listRecipients, listTellingChannels } from '../accounts/recipient-queries.ts';
import { refreshDisplay } from '../catalog/refresh-display.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { changeOf, type ItemChange, type StoredItem } from './change.ts';
import { collectFacts } from './collect-facts.ts';
import { flipOf } from './flip.ts';
import { clearAgain } from './due-queries.ts';
import { loadFacts, lockItems, lockProducts, writeItems, writeMemories, type WatchedProduct } from './judge-queries.ts';
import { insertFlips } from './flip-queries.ts';
import { findOwnItems } from './own-item-queries.ts';
import { loadSettings } from './settings-queries.ts';
import { loadTenantFeatures } from './tenant-features-queries.ts';
import { occasionOf } from './tenant-features.ts';

/** One watchdog to look at one product; where people make its items, at every one of the product. */
export interface Pair {
  readonly productId: string;
  readonly type: string;
  /** When the look at the marketplace began that leads here; without it nobody has looked. */
  readonly seenAt?: Date | null;
}

export interface JudgeBatch {
  readonly tenantId: string;
  readonly pairs: readonly Pair[];
  /** Products of which something that the dashboard shows has changed, whatever the watchdogs say. */
  readonly displayProductIds: readonly string[];
  readonly at: Date;
}

/**
 * Judges a batch of one tenant inside the caller's transaction: items, flips and deliveries are written together with
 * what caused them, or not at all. Returns the number of flips.
 */
export async function judge(tx: Tx, batch: JudgeBatch): Promise<number> {
  const productIds = [...new Set([...batch.pairs.map((pair) => pair.productId), ...batch.displayProductIds])];
  const products = await lockProducts(tx, batch.tenantId, productIds);
  const changes = await decide(tx, batch, new Map(products.map((product) => [product.productId, product])));
  const shown = changes.filter(({ change }) => change.isShown);
  const silent = changes.filter(({ change }) => !change.isShown);
  if (silent.length > 0)
    await writeMemories(
      tx,
      batch.tenantId,
      silent.map(({ change }) => change),
    );
  if (shown.length === 0 && batch.displayProductIds.length === 0) return 0;

  const { tenantId } = batch;
  const version = await nextWorldVersion(tx, tenantId);
  if (batch.displayProductIds.length > 0) {
    await refreshDisplay(tx, { tenantId, productIds: batch.displayProductIds, version });
  }
  if (shown.length > 0) await writeItems(tx, { tenantId, version, changes: shown.map(({ change }) => change) });
  return writeFlips(tx, batch, shown);
}

interface Decided {
  readonly change: ItemChange;
  readonly watchdog: Watchdog;
  readonly product: WatchedProduct;
  readonly item: StoredItem | null;
}

async function decide(tx: Tx, batch: JudgeBatch, products: ReadonlyMap<string, WatchedProduct>): Promise<Decided[]> {
  const known = batch.pairs.filter((pair) => products.has(pair.productId) && watchdogOf(pair.type));
  if (known.length === 0) return [];
  const looks = await looksOf(tx, batch.tenantId, known);
  const { facts, items, settings } = await loadBatch(tx, batch.tenantId, looks);
  const decided: Decided[] = [];
  const speechless: string[] = [];
  for (const { itemId, productId, type, seenAt = null } of looks) {
    const product = products.get(productId);
    const watchdog = watchdogOf(type);
    if (!product || !watchdog) continue;
    const item = items.get(itemId) ?? null;
    const judgement = watchdog.judge({
      now: facts.get(productId) ?? {},
      settings: settings.get(type),
      own: item?.settings ?? null,
      seenAt,
      memory: item?.memory ?? null,
      item: asJudged(item),
      product,
      at: batch.at,
    });
    if (!judgement) {
      // A look that tells nothing leaves the end of a window to the time itself.
      if (seenAt === null) speechless.push(itemId);
      continue;
    }
    const change = changeOf({ itemId, productId, type, item, judgement, at: batch.at });
    if (change) decided.push({ change, watchdog, product, item });
  }
  if (speechless.length > 0) await clearAgain(tx, batch.tenantId, { itemIds: speechless, now: batch.at });
  return decided;
}

interface Look extends Pair {
  readonly itemId: string;
}

/** The items to be judged: one for a product and kind, or those that people made. */
async function looksOf(tx: Tx, tenantId: string, pairs: readonly Pair[]): Promise<Look[]> {
  const ofPeople = pairs.filter(({ type }) => watchdogOf(type)?.hasOwnItems);
  const own = ofPeople.length > 0 ? await findOwnItems(tx, tenantId, ofPeople) : [];
  return pairs.flatMap((pair): Look[] => {
    if (!watchdogOf(pair.type)?.hasOwnItems) return [{ ...pair, itemId: itemIdOf(pair.type, pair.productId) }];
    const items = own.filter(({ productId, type }) => productId === pair.productId && type === pair.type);
    return items.map(({ itemId }) => ({ ...pair, itemId }));
  });
}

async function loadBatch(tx: Tx, tenantId: string, looks: readonly Look[]) {
  const kinds = [...new Set(looks.map((look) => look.type))].flatMap((type) => watchdogOf(type) ?? []);
  const aspects = [...new Set(kinds.flatMap(({ reads, consults }) => [...reads, ...consults]))];
  const productIds = [...new Set(looks.map((look) => look.productId))];
  const stored = await loadFacts(tx, tenantId, { productIds, aspects });
  const items = await lockItems(
    tx,
    tenantId,
    looks.map((look) => look.itemId),
  );
  return {
    facts: collectFacts(stored) satisfies ReadonlyMap<string, Partial<Facts>>,
    items: new Map(items.map((item) => [item.itemId, item])),
    settings: await loadSettings(tx, tenantId),
  };
}

/** To a judge, an item that is still initializing has never been looked at. */
function asJudged(item: StoredItem | null): { status: 0 | 1 | 2; about: string | null } | null {
  if (!item || (item.status !== 0 && item.status !== 1 && item.status !== 2)) return null;
  return { status: item.status, about: item.about };
}

async function writeFlips(tx: Tx, batch: JudgeBatch, decided: readonly Decided[]): Promise<number> {
  const flipped = decided.filter(({ change }) => change.isFlip);
  if (flipped.length === 0) return 0;
  const recipients = await listRecipients(tx, batch.tenantId);
  const channels = await listTellingChannels(tx, batch.tenantId);
  const features = await loadTenantFeatures(tx, batch.tenantId);
  const flips = flipped.map(({ change, watchdog, product, item }) =>
    flipOf({
      change,
      watchdog,
      recipients,
      channels,
      sellerAccountId: product.sellerAccountId,
      isSilent: isNewsForNobody(
        occasionOf(features, { type: change.type, isMuted: (item?.mutedUntil ?? null) !== null }),
      ),
      at: batch.at,
    }),
  );
  await insertFlips(tx, batch.tenantId, flips);
  return flips.length;
}
