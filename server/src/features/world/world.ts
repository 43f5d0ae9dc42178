import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { accountNotices, Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { packBase, type PackedBase } from '@app/shared/world/packed/packed-base.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { loadFrequencyFacts } from '../observing/effective-frequency.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import { shapeSellerAccount } from '../sellers/shape.ts';
import { describeTroubles, loadTroubles } from './account-errors.ts';
import { typesWithoutItems, uncountedTypes } from '../judging/settings/tenant-features.ts';
import { listDefaults } from '../judging/settings/default-queries.ts';
import { speakingTypes } from '../judging/settings/stored-settings.ts';
import { shapeGroups, shapeItems } from './groups.ts';
import { daysAt } from './sales.ts';
import { findProductPage, type ProductPage } from './page-queries.ts';
import { readState, viewOf, writeState, type WorldState } from './state.ts';
import { loadWorldItems, type LoadedItem } from './item-queries.ts';
import { shapeNotification } from './shapes.ts';
import { shapeProducts } from './world-products.ts';
import { loadRecentFlips } from './recent-flips-queries.ts';
import {
  loadGroupSettings,
  loadWorldProducts,
  loadWorldHead,
  type WorldHead,
  type WorldProductRow,
} from './world-queries.ts';

/** Specification, section 5, colour availability: alerts of kinds without GREEN end without a message. */
const greenTypes = watchdogs.filter(({ colours }) => colours.includes('GREEN')).map(({ type }) => type);

/** The specification's version number of the world format. */
const currentVersion = 5;

type WorldContext = Pick<Context, 'db' | 'config' | 'clock'>;

export interface WorldRequest {
  readonly actor: Actor;
  readonly state: string | undefined;
  /** True to answer `null` instead of a full answer, which `firstLoadFor` loads. */
  readonly isDeltaOnly?: boolean;
}

export interface WorldReply {
  readonly head: WorldHead;
  /** True if the state that the browser holds could be continued. */
  readonly isContinued: boolean;
  readonly answer: WorldAnswer | null;
}

/**
 * Returns everything that the viewer may see, or the changes since the held state, or `null` if there are none. The
 * version and the rows come from one snapshot, so that a delta never misses a row that committed late.
 */
export async function worldFor(
  ctx: WorldContext,
  { actor, state, isDeltaOnly = false }: WorldRequest,
): Promise<WorldReply> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const head = await loadWorldHead(tx, actor.tenantId);
    const held = readState(state);
    const since = isContinued(held, head, viewOf(actor, ctx.config)) ? held.version : null;
    const reply = { head, isContinued: since !== null };
    if (since === head.version || (since === null && isDeltaOnly)) return { ...reply, answer: null };
    return { ...reply, answer: await assemble(tx, { ctx, actor, head, since }) };
  });
}

/** Returns one page of the table: fifty of the matching products with their items. */
export function worldPage(
  ctx: WorldContext,
  actor: Actor,
  wanted: Omit<ProductPage, 'uncountedTypes'>,
): Promise<WorldAnswer> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const head = await loadWorldHead(tx, actor.tenantId);
    const page = await findProductPage(tx, actor, { ...wanted, uncountedTypes: uncountedTypes(head) });
    const answer = await assemble(tx, { ctx, actor, head, since: null, page });
    const place = new Map(page.productIds.map((productId, index) => [productId, index]));
    const byPlace = (one: Product, other: Product): number =>
      (place.get(one.productId) ?? 0) - (place.get(other.productId) ?? 0);
    return { ...answer, products: answer.products.toSorted(byPlace) };
  });
}

/** True if the held state can be continued. A state with another epoch, other rights or a future version cannot. */
const isContinued = (held: WorldState | null, head: WorldHead, view: string): held is WorldState =>
  held !== null && held.epoch === head.epoch && held.view === view && BigInt(held.version) <= BigInt(head.version);

interface Assembly {
  readonly ctx: WorldContext;
  readonly actor: Actor;
  readonly head: WorldHead;
  /** The version that the browser holds; `null` for a full answer. */
  readonly since: string | null;
  /** Limits the answer to these products; absent for all. */
  readonly page?: { readonly productIds: readonly string[]; readonly maxPage: number };
  /** True if a delta also contains kinds without changes. */
  readonly hasEveryGroup?: boolean;
}

const assemble = (tx: Tx, assembly: Assembly): Promise<WorldAnswer> => compose(tx, assembly, loadRows(tx, assembly));

/** The rows of products and items in an answer. */
interface AnswerRows {
  readonly products: readonly WorldProductRow[];
  readonly shaped: Product[];
  readonly items: readonly LoadedItem[];
}

const noRows: Promise<AnswerRows> = Promise.resolve({ products: [], shaped: [], items: [] });

async function loadRows(tx: Tx, { ctx, actor, head, since, page }: Assembly): Promise<AnswerRows> {
  const productIds = page?.productIds ?? null;
  const hiddenTypes = typesWithoutItems(head);
  const [products, items] = await Promise.all([
    loadWorldProducts(tx, actor, { since, productIds }),
    loadWorldItems(tx, actor, { since, productIds, hiddenTypes, speakingTypes }),
  ]);
  const shaped = await shapeProducts(tx, {
    actor,
    products: products.filter((product) => product.isTracked),
    isFull: since === null && productIds === null,
    now: ctx.clock.now(),
  });
  return { products, shaped, items };
}

/** Loads the other parts of the answer while its rows are being loaded. */
async function compose(
  tx: Tx,
  { ctx, actor, head, since, page, hasEveryGroup = since === null }: Assembly,
  rows: Promise<AnswerRows>,
): Promise<WorldAnswer> {
  const hiddenTypes = typesWithoutItems(head);
  const [{ products, shaped, items }, settings, accounts, defaults, frequency, flips, accountTroubles] =
    await Promise.all([
      rows,
      loadGroupSettings(tx, actor.tenantId),
      listSellerAccounts(tx, actor),
      listDefaults(tx, actor),
      loadFrequencyFacts(tx, ctx.config, actor.tenantId),
      loadRecentFlips(tx, actor, { hiddenTypes, greenTypes }),
      loadTroubles(tx, { actor, now: ctx.clock.now() }),
    ]);
  const sellerAccounts = accounts.map(shapeSellerAccount);
  return {
    state: writeState({ ...head, view: viewOf(actor, ctx.config) }),
    full: since === null,
    sellerAccounts,
    products: shaped,
    removedProductIds: products.filter((product) => !product.isTracked).map((product) => product.productId),
    removedWatchDogIds: items.filter(({ item }) => item.isRemoved).map(({ item }) => item.itemId),
    watchDogs: shapeGroups({
      items: items.filter(({ item }) => !item.isRemoved),
      settings,
      defaults,
      features: head,
      changedSince: hasEveryGroup ? null : since,
      frequency,
    }),
    currentVersion,
    minVersion: currentVersion,
    announcement: head.announcement,
    notifications: flips.map(shapeNotification),
    accountErrors: describeTroubles(sellerAccounts, accountTroubles),
    userEmail: actor.email,
    maxPage: page?.maxPage ?? 0,
  };
}

/** The world at a version, for all viewers with the same rights. */
export interface WorldBase {
  readonly epoch: string;
  readonly version: string;
  readonly marketplaces: readonly string[];
  /** The dates in the marketplaces when the base was read. */
  readonly days: string;
}

export interface FirstLoad<Kept extends WorldBase> {
  readonly head: WorldHead;
  /** The kept base, or a new base with its content. */
  readonly base: Kept | (WorldBase & { readonly content: PackedBase });
  /** The changes since the base, with every kind and everything that belongs to the viewer only. */
  readonly rest: WorldAnswer;
  readonly now: Date;
}

/**
 * Returns everything that the viewer may see as a base and the changes since then. The kept base is used if its version
 * can still be continued, as the state of a browser can, and if no marketplace has begun another day, which changes the
 * shown sales without a new version.
 */
export async function firstLoadFor<Kept extends WorldBase>(
  ctx: WorldContext,
  actor: Actor,
  kept: Kept | null,
): Promise<FirstLoad<Kept>> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const now = ctx.clock.now();
    const head = await loadWorldHead(tx, actor.tenantId);
    const assembly = { ctx: { ...ctx, clock: { ...ctx.clock, now: () => now } }, actor, head, hasEveryGroup: true };
    if (kept && isStillTrue(kept, { head, now })) {
      return { head, now, base: kept, rest: await assemble(tx, { ...assembly, since: kept.version }) };
    }
    const { epoch, version } = head;
    const [{ products, shaped, items }, rest] = await Promise.all([
      loadRows(tx, { ...assembly, since: null }),
      compose(tx, { ...assembly, since: version }, noRows),
    ]);
    const marketplaces = [...new Set(products.map(({ marketplace }) => marketplace))];
    const content = packBase({
      products: shaped,
      salesKnownAt: products.map(({ salesKnownAt }) => salesKnownAt),
      items: shapeItems(items),
    });
    const base = { epoch, version, marketplaces, days: daysAt(marketplaces, now), content };
    return { head, now, base, rest };
  });
}

const isStillTrue = (
  { epoch, version, marketplaces, days }: WorldBase,
  known: { readonly head: WorldHead; readonly now: Date },
): boolean =>
  epoch === known.head.epoch &&
  BigInt(version) <= BigInt(known.head.version) &&
  days === daysAt(marketplaces, known.now);

export function noticesFor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
): Promise<Answer<typeof accountNotices>> {
  const now = clock.now();
  return db.tenant(actor.tenantId, async (tx) => {
    const [{ announcement }, accounts, troubles] = await Promise.all([
      loadWorldHead(tx, actor.tenantId),
      listSellerAccounts(tx, actor),
      loadTroubles(tx, { actor, now }),
    ]);
    return { announcement, accountErrors: describeTroubles(accounts.map(shapeSellerAccount), troubles) };
  });
}
