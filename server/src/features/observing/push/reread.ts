import { batchesOf } from '@app/shared/base/batches.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { secondMs } from '@app/shared/base/time.ts';
import {
  AuthorizationLost,
  ExternalError,
  OperationRefused,
  OutOfQuota,
} from '../../../external/marketplace/external-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { UnknownKey, UnreadableSecret } from '../../../lib/secrets.ts';
import { findSellerAccess } from '../../sellers/standing/access.ts';
import { isolateRefused } from '../isolate-refused.ts';
import type { Reread } from '../jobs.ts';
import { meteredPages } from '../quota/metered-pages.ts';
import { onePerAccount } from '../quota/one-per-account.ts';
import { askUnansweredAgain, isAmong, outageBackoff, rereadLater } from './ask-again.ts';
import { confirmFacts, listListingsOf } from './push-queries.ts';
import { findSource } from '../sources/registry.ts';
import { askSource, type BatchSource, type Target } from '../sources/source.ts';
import { isWatched } from '../sweeping/pause-queries.ts';
import { makeSweepDue } from '../sweeping/pass-queries.ts';
import { listPricedBySku } from '../sweeping/running/target-queries.ts';
import type { ObservingContext } from '../worker-context.ts';

/** The delay before listings are tried again while other listings of their account are being requested. */
const busyMs = 1_000;
/**
 * How long a reread waits for quota. Longer than the patience of a sweep, which would otherwise always get the next
 * token.
 */
const patienceMs = 10_000;
/** The delay before listings are tried again whose tenant could not be reached because its data node is away. */
const lostNodeMs = 10 * secondMs;
/** After this many failures, which take about ten minutes, the sweep is made due and reads the listings when it can. */
const failuresUntilSweep = 12;
/**
 * Reads listings again that push has named. Waiting jobs are taken together so that a burst costs few calls: the first
 * listing is requested alone, and those that arrive during this request form one batch.
 */
export async function reread(ctx: ObservingContext, rereads: readonly Reread[], signal: AbortSignal): Promise<void> {
  const groups = Map.groupBy(rereads, ({ tenantId, sellerAccountId, marketplace: code, source }) =>
    JSON.stringify([tenantId, sellerAccountId, code, source]),
  );
  const settled = await Promise.allSettled(
    [...groups.values()]
      .map(latestOfEach)
      .map((group) => rereadGroup(ctx, group, signal).catch((error: unknown) => waitForNode(ctx, group, error))),
  );
  const failed = settled.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Returns each listing once, with the fewest failures: if news came while a listing waited to be asked again, the tries
 * are counted from the news.
 */
function latestOfEach(group: readonly Reread[]): readonly Reread[] {
  const byFailures = group.toSorted((a, b) => (b.failures ?? 0) - (a.failures ?? 0));
  return [...new Map(byFailures.map((one) => [JSON.stringify([one.productId, one.sku]), one])).values()];
}

async function rereadGroup(ctx: ObservingContext, group: readonly Reread[], signal: AbortSignal): Promise<void> {
  const [first] = group;
  const source = first && findSource(first.source);
  if (!first || source?.kind !== 'batches') return;
  const whole = source.unit === 'listing' ? await withSiblings(ctx, group, first) : group;
  const pending: (readonly Reread[])[] = inBatches(whole, source.batchSize);
  for (let batch = pending.shift(); batch; batch = pending.shift()) {
    try {
      const ask = (asked: readonly Reread[]) => rereadBatch(ctx, { source, key: first, batch: asked, signal });
      const attempt = await isolateRefused(ctx, { batch, about: batch[0] ?? first, ask });
      if (attempt.state === 'refused') pending.unshift(...attempt.halves);
      else await askUnansweredAgain(ctx, group.filter(isAmong(attempt.answer)));
    } catch (error) {
      if (isOfAccount(error)) return leaveToSweep(ctx, first);
      const unasked = [...batch, ...pending.flat()];
      if (error instanceof OutOfQuota) return rereadLater(ctx, unasked, error.retryAt);
      if (error instanceof ExternalError && !error.isPermanent) return waitForAnswer(ctx, unasked, error);
      throw error;
    }
  }
}

/** Puts off listings while the data node of their tenant is away. The queue itself would drop the job within seconds. */
async function waitForNode(ctx: ObservingContext, rereads: readonly Reread[], error: unknown): Promise<void> {
  if (!(error instanceof NodeUnavailable)) throw error;
  ctx.log.warn({ err: error, waiting: rereads.length }, 'named listings wait for a data node');
  await rereadLater(ctx, rereads, new Date(ctx.clock.now().getTime() + lostNodeMs));
}

/** True for errors that the other listings of the account would meet too. */
const isOfAccount = (error: unknown): boolean =>
  error instanceof AuthorizationLost ||
  error instanceof OperationRefused ||
  error instanceof UnknownKey ||
  error instanceof UnreadableSecret;

/**
 * Puts off listings for which the marketplace gave no usable answer. The queue itself would drop the job within half a
 * minute.
 */
async function waitForAnswer(ctx: ObservingContext, rereads: readonly Reread[], error: ExternalError): Promise<void> {
  const [first] = rereads;
  const failures = Math.max(...rereads.map((one) => one.failures ?? 0));
  if (!first) return;
  ctx.log.warn({ ...first, err: error, failures, waiting: rereads.length }, 'named listings could not be asked for');
  if (failures + 1 >= failuresUntilSweep) return leaveToSweep(ctx, first);
  const again = rereads.map((one) => ({ ...one, failures: failures + 1 }));
  await rereadLater(ctx, again, new Date(ctx.clock.now().getTime() + backoffMs(outageBackoff, failures, ctx.random)));
}

/**
 * Creates the worker's handler of reread jobs. Listings of an account that is already being read are put off, so that a
 * slow account does not occupy all handlers.
 */
export const createRereadHandler = (
  ctx: ObservingContext,
): ((rereads: readonly Reread[], signal: AbortSignal) => Promise<void>) =>
  onePerAccount<Reread>({
    run: (rereads, signal) => reread(ctx, rereads, signal),
    putOff: (rereads) => rereadLater(ctx, rereads, new Date(ctx.clock.now().getTime() + busyMs)),
  });

/**
 * Adds the other listings of the named products: an event may name each listing in its own message, and listings seen
 * together are one change.
 */
async function withSiblings(ctx: ObservingContext, group: readonly Reread[], key: Reread): Promise<readonly Reread[]> {
  const productIds = [...new Set(group.map(({ productId }) => productId))];
  const siblings = await ctx.db.tenant(key.tenantId, (tx) => listListingsOf(tx, key.tenantId, productIds));
  const named = group.filter((one) => !siblings.some(({ sku }) => sku === one.sku));
  return [...siblings.map((sibling) => ({ ...key, ...sibling })), ...named];
}

/** Cuts the group into batches. The listings of one product stay together. */
function inBatches(group: readonly Reread[], size: number): Reread[][] {
  const batches: Reread[][] = [];
  for (const listings of Map.groupBy(group, ({ productId }) => productId).values()) {
    const last = batches.at(-1);
    if (last && last.length + listings.length <= size) last.push(...listings);
    else for (const some of batchesOf(listings, size)) batches.push([...some]);
  }
  return batches;
}

interface RereadBatch {
  readonly source: BatchSource;
  readonly key: Reread;
  readonly batch: readonly Reread[];
  readonly signal: AbortSignal;
}

/** Returns the listings that the answer does not tell. */
async function rereadBatch(
  ctx: ObservingContext,
  { source, key, batch, signal }: RereadBatch,
): Promise<readonly Reread[]> {
  const found = await ctx.db.tenant(key.tenantId, async (tx) => {
    const access = (await isWatched(tx, key.tenantId)) ? await findSellerAccess(ctx, tx, key) : null;
    return access && { access, targets: await targetsOf(tx, { source, key, batch }) };
  });
  if (!found) return [];
  const { access, targets } = found;
  const seen = await askSource(source, ctx.clock, {
    marketplace: ctx.marketplace,
    pages: meteredPages(ctx, key.tenantId),
    access,
    place: marketplace(key.marketplace),
    targets,
    options: { share: 'backlog', signal, patienceMs },
  });
  for (const refusal of seen.refusals) ctx.log.info({ ...key, ...refusal }, 'an answer was not taken over');
  await ctx.judging.ingest(key.tenantId, seen.observations);
  await ctx.db.tenant(key.tenantId, (tx) => confirmFacts(tx, key.tenantId, seen.observations));
  const isTold = isAmong(seen.observations);
  return batch.filter((one) => !isTold(one));
}

/** Jobs name listings without the price for which fees are estimated. */
const targetsOf = (
  tx: Tx,
  { source, key, batch }: Omit<RereadBatch, 'signal'>,
): Promise<readonly Target[]> | readonly Target[] =>
  source.unit === 'pricedListing'
    ? listPricedBySku(
        tx,
        key,
        batch.map(({ sku }) => sku),
      )
    : batch;

/** Makes the sweep of the source due, which asks for the listings as soon as the marketplace answers again. */
const leaveToSweep = ({ db, clock }: ObservingContext, key: Reread): Promise<void> =>
  db.tenant(key.tenantId, (tx) => makeSweepDue(tx, key, clock.now()));
