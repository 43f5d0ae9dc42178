import type { Context } from '../../../context.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import { isNotificationType } from '../../../external/marketplace/operations/notifications.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import {
  claimDeleted,
  deleteAccount,
  deleteProducts,
  isHeardOf,
  listDeletedAccounts,
  listSubscriptions,
  makeSubscribingDueFor,
  renewEpoch,
  type DeletedAccount,
  type KeptSubscription,
} from './deleted-account-queries.ts';

type DeletingContext = Pick<Context, 'db' | 'clock' | 'log'> & {
  readonly marketplace: Pick<Marketplace, 'deleteSubscription'> | null;
};

/** A hundred products with their observations, items and years of days take about a second. */
const productsAtOnce = 100;

/**
 * Deletes the data of seller accounts that people have deleted, some products at a time. If a process is killed,
 * another one continues. Returns true if there is more to delete.
 */
export async function deleteAccounts(ctx: DeletingContext, turns = everyTurn): Promise<boolean> {
  const accounts = await listDeletedAccounts(ctx.db.global, ctx.clock.now());
  const hasMore = await turns.each(accounts, (account) => deleteSome(ctx, account));
  return hasMore.includes(true);
}

async function deleteSome(ctx: DeletingContext, account: DeletedAccount): Promise<boolean> {
  const { tenantId } = account;
  const deleted = await ctx.db.tenant(tenantId, async (tx) =>
    (await claimDeleted(tx, account)) ? deleteProducts(tx, account, productsAtOnce) : null,
  );
  if (deleted === null) return false;
  if (deleted > 0) return true;
  if (!(await endSubscriptions(ctx, account))) return false;
  await ctx.db.tenant(tenantId, async (tx) => {
    if (!(await claimDeleted(tx, account))) return;
    await deleteAccount(tx, account);
    await nextWorldVersion(tx, tenantId);
    await renewEpoch(tx, account);
  });
  ctx.log.info(account, 'a seller account was deleted');
  return false;
}

/** Ends the subscriptions of the selling partner if no other tenant has connected it: all tenants share them. */
async function endSubscriptions(ctx: DeletingContext, account: DeletedAccount): Promise<boolean> {
  const { marketplace } = ctx;
  const subscriptions = await ctx.db.tenant(account.tenantId, (tx) => listSubscriptions(tx, account));
  if (!marketplace || subscriptions.length === 0) return true;
  if (await isHeardOf(ctx.db.global, account)) return true;
  for (const subscription of subscriptions) {
    if (!(await endSubscription(ctx, marketplace, { account, subscription }))) return false;
  }
  await makeSubscribingDueFor(ctx.db.global, { ...account, now: ctx.clock.now() });
  return true;
}

interface EndedSubscription {
  readonly account: DeletedAccount;
  readonly subscription: KeptSubscription;
}

/**
 * Ends one subscription. Returns false if that has to be tried again. A subscription that does not exist, or that the
 * marketplace refuses to end for good, counts as ended.
 */
async function endSubscription(
  { log }: DeletingContext,
  marketplace: Pick<Marketplace, 'deleteSubscription'>,
  { account, subscription }: EndedSubscription,
): Promise<boolean> {
  const { type, subscriptionId } = subscription;
  if (!isNotificationType(type)) return true;
  try {
    await marketplace.deleteSubscription(account.region, { type, subscriptionId });
    return true;
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    if (error.status === 404) return true;
    log.warn({ err: error, ...account, type }, 'a subscription of a deleted seller account was not ended');
    return error.isPermanent;
  }
}
