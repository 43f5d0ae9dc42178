import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { everyTurn } from '../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { judge } from './judge.ts';
import { lockProducts } from './judge-queries.ts';
import {
  claimDueItems,
  clearAgain,
  endMutesOf,
  lockEndedMutes,
  findTenantsWithDueItems,
  findTenantsWithEndedMutes,
  type DueItem,
} from './due-queries.ts';

type DueContext = Pick<Context, 'db' | 'clock'>;

const batchSize = 500;

/** Judges the items whose time has come though nothing changed (the end of a window). Says whether there is more. */
export async function judgeDue(ctx: DueContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const judged = await turns.each(await findTenantsWithDueItems(ctx.db.global, now), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const due = await claimDueItems(tx, tenantId, { now, most: batchSize });
      if (due.length > 0) await judgeItems(tx, tenantId, { due, now });
      return due.length;
    }),
  );
  return judged.includes(batchSize);
}

/** What nobody judges (its product is not tracked any more, its kind is gone) rests: it would stay due for ever. */
async function judgeItems(tx: Tx, tenantId: string, { due, now }: { due: readonly DueItem[]; now: Date }) {
  const products = await lockProducts(
    tx,
    tenantId,
    due.map(({ productId }) => productId),
  );
  const tracked = new Set(products.map(({ productId }) => productId));
  const isJudged = ({ productId, type }: DueItem): boolean => tracked.has(productId) && watchdogOf(type) !== undefined;
  const resting = due.filter((item) => !isJudged(item)).map(({ itemId }) => itemId);
  if (resting.length > 0) await clearAgain(tx, tenantId, { itemIds: resting, now });
  await judge(tx, { tenantId, pairs: due.filter(isJudged), displayProductIds: [], at: now });
}

/** The end of a mute is a change like any other: the world's version moves and the dashboards hear of it. */
export async function endMutes(ctx: DueContext, turns = everyTurn): Promise<void> {
  const now = ctx.clock.now();
  await turns.each(await findTenantsWithEndedMutes(ctx.db.global, now), (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      const itemIds = await lockEndedMutes(tx, tenantId, now);
      if (itemIds.length === 0) return;
      await endMutesOf(tx, tenantId, { itemIds, version: await nextWorldVersion(tx, tenantId) });
    }),
  );
}
