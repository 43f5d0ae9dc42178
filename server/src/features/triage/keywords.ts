import * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import { isSamePhrase, mostKeywords } from '@app/shared/domain/inputs/keyword.ts';
import { itemIdOf, parseItemId } from '@app/shared/watchdogs/model/item-id.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { makeSearchDue } from '../observing/sweeping/sweep-queries.ts';
import { lockItems, lockProducts } from '../judging/judge/load-queries.ts';
import {
  countOwnItems,
  findOwnItems,
  forgetKeyword,
  insertOwnItem,
  markRemoved,
} from '../judging/settings/own-item-queries.ts';
import { findVisibleProducts } from './triage-queries.ts';

type KeywordContext = Pick<Context, 'db' | 'clock'>;

const type = 'keyword';
const keywordSettings = z.object({ keyword: z.string() });

interface KeywordRequest {
  readonly productId: string;
  readonly keyword: string;
  readonly absoluteThreshold?: number | null | undefined;
}

/**
 * Starts to watch a phrase, which is then searched immediately. The lock on the product keeps concurrent calls from
 * creating the same phrase twice or one keyword too many. Earlier observations of the phrase are deleted, including one
 * that arrived after the phrase was last removed. Locks are taken in the same order as when an observation is recorded:
 * observations, product, items, version.
 */
export async function createKeyword(
  ctx: KeywordContext,
  actor: Actor,
  { productId, keyword: phrase, absoluteThreshold = null }: KeywordRequest,
): Promise<{ watchDogId: string }> {
  if (phrase === '') throw new AppError('badRequest', { text: 'A keyword needs a phrase' });
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    await forgetKeyword(tx, actor.tenantId, { productId, keyword: phrase });
    await lockVisible(tx, actor, productId);
    const known = await findOwnItems(tx, actor.tenantId, [{ productId, type }]);
    if (known.some((item) => isSamePhrase(settingsOf(item.settings).keyword, phrase)))
      throw new AppError('keywordTaken');
    if (known.length >= mostKeywords) throw new AppError('keywordLimit');
    const number = (await countOwnItems(tx, actor.tenantId, { productId, type })) + 1;
    const watchDogId = itemIdOf(type, productId, String(number));
    await insertOwnItem(tx, actor.tenantId, {
      itemId: watchDogId,
      productId,
      type,
      settings: { keyword: phrase, absoluteThreshold: (absoluteThreshold ?? 0) < 1 ? null : absoluteThreshold },
      version: await nextWorldVersion(tx, actor.tenantId),
    });
    await makeSearchDue(tx, actor.tenantId, { productId, now: ctx.clock.now() });
    return { watchDogId };
  });
}

/** Removes the item from every dashboard. Its flips stay in the history. */
export async function deactivateKeyword(ctx: KeywordContext, actor: Actor, watchDogId: string): Promise<void> {
  const parsed = parseItemId(watchDogId);
  if (parsed?.type !== type) throw new AppError('notFound');
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    const known = await findOwnItems(tx, actor.tenantId, [parsed]);
    const item = known.find(({ itemId }) => itemId === watchDogId);
    if (!item) throw new AppError('notFound');
    const { keyword } = settingsOf(item.settings);
    await forgetKeyword(tx, actor.tenantId, { productId: parsed.productId, keyword });
    await lockVisible(tx, actor, parsed.productId);
    const [locked] = await lockItems(tx, actor.tenantId, { itemIds: [watchDogId] });
    if (!locked) throw new AppError('notFound');
    const version = await nextWorldVersion(tx, actor.tenantId);
    await markRemoved(tx, actor.tenantId, { itemId: watchDogId, at: ctx.clock.now(), version });
  });
}

async function lockVisible(tx: Tx, actor: Actor, productId: string): Promise<void> {
  const [visible] = await findVisibleProducts(tx, actor, [productId]);
  const [locked] = visible ? await lockProducts(tx, actor.tenantId, [productId]) : [];
  if (!locked) throw new AppError('notFound');
}

const settingsOf = (stored: unknown) => keywordSettings.parse(stored);
