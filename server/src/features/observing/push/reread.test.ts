import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { listingFacts } from '../../../../testing/database/factories.ts';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../testing/observing/notified-accounts.ts';
import { AuthorizationLost, ExternalError, OutOfQuota } from '../../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import { NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { encryptSecret, parseEncryptionKeys } from '../../../lib/secrets.ts';
import { refreshTokenPlace } from '../../sellers/standing/access.ts';
import type { Reread } from '../jobs.ts';
import type { ObservingContext } from '../worker-context.ts';
import { reread, createRereadHandler } from './reread.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const usId = 'ATVPDKIKX0DER';
const canadaId = 'A2EUQ1WTGCTBG2';

let account: NotifiedAccount;
/** The error with which the marketplace answers. */
let failure: Error | null = null;
/** The only marketplace with this error; `null`: all of them. */
let failsIn: string | null = null;
/** SKUs that the answers of the marketplace leave out. */
let leftOut: readonly string[] = [];
/** The time for which a request waits for its quota. */
let quotaWaitMs = 0;
let asked: { marketplaceId: string; skus: readonly string[] }[] = [];

beforeEach(async () => {
  [failure, failsIn, leftOut, quotaWaitMs, asked] = [null, null, [], 0, []];
  account = await accounts.buildAccount();
  const { tenantId, sellerKey, sellerAccountId } = account;
  const place = refreshTokenPlace({ tenantId, sellingPartnerId: sellerKey, region: 'NA' });
  await accounts.db.tenant(tenantId, async (tx) => {
    await sql`
      update seller_accounts
         set refresh_token = ${encryptSecret(keys, place, 'Atzr|refresh')}
       where tenant_id = ${tenantId}`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, cursor)
      select ${tenantId}, ${sellerAccountId}, m.marketplace, 'listings-items', ${later}, '{}'
        from unnest(array['US', 'CA']) as m (marketplace)
      returning tenant_id`.execute(tx);
  });
});
const later = new Date(start.getTime() + 12 * hourMs);

const searchListingsItems: Marketplace['searchListingsItems'] = (_access, { marketplaceId, skus, onSent }) => {
  accounts.clock.advance(quotaWaitMs);
  onSent?.(accounts.clock.now());
  asked.push({ marketplaceId, skus });
  if (failure && (failsIn ?? marketplaceId) === marketplaceId) return Promise.reject(failure);
  const told = skus.filter((sku) => !leftOut.includes(sku));
  const members = told.map((sku) => ({
    sku,
    summaries: [{ marketplaceId, asin: null, status: ['DISCOVERABLE', 'BUYABLE'] }],
    issues: [],
    fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 12 }],
    relationships: null,
  }));
  return Promise.resolve({ members, refusals: [] });
};

function context(): ObservingContext {
  const rest = { keys, pages: null, advertising: null, random: { fraction: () => 0 } };
  return { ...accounts.context(), ...rest, marketplace: { searchListingsItems } } as unknown as ObservingContext;
}
const { signal } = new AbortController();
const run = (...rereads: readonly Reread[]): Promise<void> => reread(context(), rereads, signal);

const named = (more: Partial<Reread> = {}): Reread => ({
  tenantId: account.tenantId,
  sellerAccountId: account.sellerAccountId,
  marketplace: 'US',
  source: 'listings-items',
  productId: account.productId,
  asin: 'B0SKILLET1',
  sku: notifiedSku,
  ...more,
});

async function dueTimes() {
  const { rows } = await sql<{ marketplace: string; dueAt: Date }>`
    select s.marketplace, s.due_at as "dueAt"
      from sweeps s
     where s.tenant_id = ${account.tenantId}`.execute(accounts.db.global);
  return Object.fromEntries(rows.map(({ marketplace, dueAt }) => [marketplace, dueAt]));
}

async function known() {
  const { rows } = await sql<{ quantity: number; observedAt: Date }>`
    select (o.facts -> 'ownQuantity')::int as quantity, o.observed_at as "observedAt"
      from observations o
     where o.tenant_id = ${account.tenantId} and o.aspect = 'listing'`.execute(accounts.db.global);
  return rows[0];
}

test('listings of several marketplaces are asked for in their own', async () => {
  await run(named(), named({ marketplace: 'CA', productId: '0', sku: 'CANADIAN' }));

  expect(asked.toSorted((one, other) => one.marketplaceId.localeCompare(other.marketplaceId))).toEqual([
    { marketplaceId: canadaId, skus: ['CANADIAN'] },
    { marketplaceId: usId, skus: [notifiedSku] },
  ]);
});

test('a defect that listings of one marketplace meet fails the job, and those of another one are asked for', async () => {
  failure = new Error('a defect');
  failsIn = canadaId;

  await expect(run(named({ marketplace: 'CA', productId: '0', sku: 'CANADIAN' }), named())).rejects.toThrow('a defect');

  expect(await known()).toMatchObject({ quantity: 12 });
});

test('a listing of an account that is being asked waits for a second', async () => {
  const work = createRereadHandler(context());
  const both = [work([named()], signal), work([named({ sku: 'NEXT' })], signal)];
  await Promise.all(both);

  const startAfter = new Date(start.getTime() + secondMs);
  expect(accounts.takeRereads()).toMatchObject([{ sku: 'NEXT', startAfter }]);
});

const silent = new ExternalError('searchListingsItems', 'status 503', { isPermanent: false, status: 503 });

test('a listing waits, at first shortly, while the marketplace does not answer, and is asked for after the outage', async () => {
  failure = silent;
  const waits: number[] = [];
  let waiting: readonly Reread[] = [named()];
  for (let times = 0; times < 6; times += 1) {
    await run(...waiting);
    const put = accounts.takeRereads();
    waits.push(...put.map(({ startAfter }) => (startAfter?.getTime() ?? 0) - start.getTime()));
    waiting = put;
  }
  failure = null;

  await run(...waiting);

  expect(waits.map((ms) => ms / 1000)).toEqual([5, 10, 20, 40, 60, 60]);
  expect(accounts.takeRereads()).toEqual([]);
  expect(await known()).toMatchObject({ quantity: 12 });
  expect(await dueTimes()).toEqual({ US: later, CA: later });
});

test('a listing for which the marketplace gives no answer for ten minutes is left to the sweep of its marketplace', async () => {
  failure = silent;
  let waiting: readonly Reread[] = [named()];
  let times = 0;
  for (; waiting.length > 0; times += 1) {
    await run(...waiting);
    waiting = accounts.takeRereads();
  }

  expect(times).toBe(12);
  expect(await dueTimes()).toEqual({ US: start, CA: later });
});

test('a listing that an answer leaves out is asked for again, at first shortly, until an answer tells it', async () => {
  leftOut = ['ABSENT'];
  const absent = named({ productId: '-1', sku: 'ABSENT' });

  await run(named(), absent);

  expect(await known()).toMatchObject({ quantity: 12 });
  const waiting = accounts.takeRereads();
  expect(waiting).toEqual([{ ...absent, failures: 1, startAfter: new Date(start.getTime() + 5 * secondMs) }]);
  leftOut = [];

  await run(...waiting);

  expect(accounts.takeRereads()).toEqual([]);
});

test('a listing that answers leave out for three minutes is left to the next pass of its sweep', async () => {
  leftOut = [notifiedSku];
  const waits: number[] = [];
  for (let waiting: readonly Reread[] = [named()]; waiting.length > 0; waiting = accounts.takeRereads()) {
    await run(...waiting);
    waits.push(asked.length);
  }

  expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await dueTimes()).toEqual({ US: later, CA: later });
});

test('news of a listing that waits to be asked again begins its tries anew', async () => {
  leftOut = [notifiedSku];

  await run(named({ failures: 3 }), named());

  expect(asked).toEqual([{ marketplaceId: usId, skus: [notifiedSku] }]);
  expect(accounts.takeRereads()).toMatchObject([{ sku: notifiedSku, failures: 1 }]);
});

test('a listing of an account that has lost its authorisation is left to the sweep', async () => {
  failure = new AuthorizationLost('Login with Amazon', 'invalid_grant');

  await run(named());

  expect(accounts.takeRereads()).toEqual([]);
  expect(await dueTimes()).toEqual({ US: start, CA: later });
});

test('a listing of a tenant whose data node is away waits for ten seconds, however often', async () => {
  const db = { ...accounts.db, tenant: () => Promise.reject(new NodeUnavailable(new Error('the node is away'))) };

  await reread({ ...context(), db }, [named()], signal);

  expect(accounts.takeRereads()).toEqual([{ ...named(), startAfter: new Date(start.getTime() + 10 * secondMs) }]);
});

test('all listings that were not asked for wait until there is quota', async () => {
  const retryAt = new Date(start.getTime() + minuteMs);
  failure = new OutOfQuota('searchListingsItems', retryAt);
  const many = Array.from({ length: 25 }, (_, n) => named({ productId: String(-n), sku: `SKU-${n}` }));

  await run(...many);

  const waiting = accounts.takeRereads();
  expect(asked).toHaveLength(1);
  expect(waiting.map(({ sku }) => sku).toSorted()).toEqual(many.map(({ sku }) => sku).toSorted());
  expect(waiting.every(({ startAfter }) => startAfter?.getTime() === retryAt.getTime())).toBe(true);
});

test('an answer that repeats known facts counts against a message from before it', async () => {
  const facts = listingFacts({ ownQuantity: 12 });
  const observation = { productId: account.productId, aspect: 'listing', sku: notifiedSku, facts } as const;
  await accounts.context().judging.ingest(account.tenantId, [{ ...observation, observedAt: start }]);
  accounts.clock.advance(hourMs);
  const askedAt = accounts.clock.now();
  await run(named());
  accounts.clock.advance(hourMs);

  const payload = { SellerId: account.sellerKey, MarketplaceId: usId, Sku: notifiedSku };
  await accounts.take({
    type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
    payload: { ...payload, FulfillmentChannelCode: 'DEFAULT', Quantity: 5 },
    at: new Date(askedAt.getTime() - minuteMs),
  });

  expect(await known()).toEqual({ quantity: 12, observedAt: askedAt });
});

test('an answer is dated by its request after the wait for quota, so that it counts against one from meanwhile', async () => {
  quotaWaitMs = 8 * secondMs;
  await run(named());

  // A sweep has asked while the request waited, and stores its answers later.
  const seen = { productId: account.productId, aspect: 'listing', sku: notifiedSku } as const;
  const facts = listingFacts({ ownQuantity: 5 });
  const observedAt = new Date(start.getTime() + 3 * secondMs);
  await accounts.context().judging.ingest(account.tenantId, [{ ...seen, facts, observedAt }]);

  expect(await known()).toEqual({ quantity: 12, observedAt: new Date(start.getTime() + quotaWaitMs) });
});
