import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { WatchdogGroup, WorldAnswer } from '@app/shared/contract/sentinel.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import { shapeSellerAccount } from '../sellers/shape.ts';
import { settingsOf } from './settings.ts';
import { readState, viewOf, writeState, type WorldState } from './world-state.ts';
import { shapeItem, shapeNotification, shapeProduct } from './world-shapes.ts';
import {
  loadGroupSettings,
  loadRecentFlips,
  loadWorldItems,
  loadWorldProducts,
  loadWorldHead,
  type GroupSettings,
  type WorldHead,
  type WorldItemRow,
} from './world-queries.ts';

/** The specification's version of the world's format. */
const currentVersion = 5;

export interface WorldRequest {
  readonly actor: Actor;
  readonly state: string | undefined;
}

/**
 * Everything the viewer may see, or what changed since the state it holds; `null` when nothing did. Version and rows
 * come from one snapshot, so that a delta never misses a row that committed late.
 */
export async function worldFor(
  ctx: Pick<Context, 'db' | 'config'>,
  { actor, state }: WorldRequest,
): Promise<{ readonly head: WorldHead; readonly answer: WorldAnswer | null }> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const head = await loadWorldHead(tx, actor.tenantId);
    const held = readState(state);
    const since = isContinued(held, head, actor) ? held.version : null;
    if (since === head.version) return { head, answer: null };
    return { head, answer: await assemble(tx, { ctx, actor, head, since }) };
  });
}

/** A state of another life, of other rights or from the future is worth nothing: the answer is full. */
const isContinued = (held: WorldState | null, head: WorldHead, actor: Actor): held is WorldState =>
  held !== null &&
  held.epoch === head.epoch &&
  held.view === viewOf(actor) &&
  BigInt(held.version) <= BigInt(head.version);

interface Assembly {
  readonly ctx: Pick<Context, 'config'>;
  readonly actor: Actor;
  readonly head: WorldHead;
  /** `null` for a full answer. */
  readonly since: string | null;
}

async function assemble(tx: Tx, { ctx, actor, head, since }: Assembly): Promise<WorldAnswer> {
  const products = await loadWorldProducts(tx, actor, since);
  const items = await loadWorldItems(tx, actor, since);
  const settings = await loadGroupSettings(tx, actor.tenantId);
  const sellerAccounts = (await listSellerAccounts(tx, actor)).map(shapeSellerAccount);
  return {
    state: writeState({ ...head, view: viewOf(actor) }),
    full: since === null,
    sellerAccounts,
    products: products.filter((product) => product.isTracked).map(shapeProduct),
    removedProductIds: products.filter((product) => !product.isTracked).map((product) => product.productId),
    watchDogs: shapeGroups({ items, settings, since, speedup: ctx.config.checkSpeedup }),
    currentVersion,
    minVersion: currentVersion,
    announcement: head.announcement,
    notifications: (await loadRecentFlips(tx, actor)).map(shapeNotification),
    accountErrors: sellerAccounts
      .filter((account) => account.mayNeedReauthorization)
      .map((account) => ({
        sellerId: account.sellerId,
        message: `${account.nickName ?? account.name} may need to be authorized again: the marketplace refuses our requests.`,
      })),
    userEmail: actor.email,
    maxPage: 0,
  };
}

interface Groups {
  readonly items: readonly WorldItemRow[];
  readonly settings: ReadonlyMap<string, GroupSettings>;
  readonly since: string | null;
  readonly speedup: number;
}

/** A full answer has every kind; a delta those with changed items or settings. */
function shapeGroups({ items, settings, since, speedup }: Groups): Record<string, WatchdogGroup> {
  const groups: Record<string, WatchdogGroup> = {};
  for (const watchdog of watchdogs) {
    const own = settings.get(watchdog.type);
    const isChanged = since === null || (own !== undefined && BigInt(own.version) > BigInt(since));
    const ofKind = items.filter((item) => item.type === watchdog.type);
    if (!isChanged && ofKind.length === 0) continue;
    groups[watchdog.type] = {
      status: 0,
      alertsEnabled: true,
      message: null,
      settings: settingsOf(watchdog, own?.settings),
      checkFrequencyMinutes: Math.max(1, Math.round(watchdog.everyMinutes / speedup)),
      items: Object.fromEntries(ofKind.map((item) => [item.productId, shapeItem(item)])),
    };
  }
  return groups;
}
