import { sql, type RawBuilder } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { getSettings } from '@app/shared/contract/accounts.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { AuthorizationLost } from '../../../external/marketplace/external-error.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { getSellerAccess } from '../../../../testing/observing/seller-access.ts';
import type { KeptAccess } from './access.ts';
import { connectSeller } from '../authorization/connect-seller.ts';
import { probeAuthorizations } from './probe-authorizations.ts';
import { refusalsUntilShown } from './standing.ts';
import { forgetRefusals } from './refusal-queries.ts';

const api = testApi();
const seller = { sellingPartnerId: 'A1SELLER', region: 'NA' } as const;
const orders = { operation: 'searchOrders' } as const;
let owner: Owner;
let sellerAccountId: string;

const context = () => ({ ...api.ctx, db: api.worker });
const rows = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
  (await query.execute(api.worker.global)).rows;

const authorize = async (refreshToken: string): Promise<string> => {
  const connected = await connectSeller(context(), {
    tenantId: owner.tenantId,
    access: { ...seller, refreshToken },
    stores: [{ marketplace: 'US', storeName: 'Brightkeel US' }],
    accountName: null,
    email: owner.email,
  });
  return connected.sellerAccountId;
};
/** Reads the access as a worker does before its first request. */
const access = (): Promise<KeptAccess> =>
  api.worker.tenant(owner.tenantId, (tx) =>
    getSellerAccess(context(), tx, { tenantId: owner.tenantId, sellerAccountId }),
  );
const world = () => owner.call(stateOfTheWorld, { query: {} });
const shown = async () => {
  const { accountErrors, sellerAccounts } = await world();
  return { accountErrors, isLost: sellerAccounts.map(({ mayNeedReauthorization }) => mayNeedReauthorization) };
};

beforeEach(async () => {
  owner = await api.owner();
  sellerAccountId = await authorize('Atzr|first');
});

/** Refuses a request this many times. Each refusal comes when the wait after the previous one is over. */
async function beRefused(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await (await access()).standing.noteRefusal(orders, 'status 403');
    api.clock.advance(5 * hourMs);
  }
}

test('a lost authorisation shows in the fields that the specification has for it, and in no others', async () => {
  await (await access()).standing.noteLoss();

  const { accountErrors, sellerAccounts } = await world();
  expect(accountErrors).toEqual([
    {
      sellerId: sellerAccountId,
      message: 'Brightkeel US may need to be authorized again: the marketplace refuses our requests.',
    },
  ]);
  const settled = await owner.call(getSettings);
  for (const [account] of [sellerAccounts, settled.sellerAccounts]) {
    expect(account?.mayNeedReauthorization).toBe(true);
    expect(Object.keys(account ?? {}).toSorted()).toEqual([
      'accountNickName',
      'authTokenLast6Digit',
      'connectedToAdvertisementApi',
      'feedbackUrls',
      'marketplaces',
      'mayNeedReauthorization',
      'name',
      'nickName',
      'region',
      'sellerId',
      'sellerKey',
      'setupCompleted',
      'storeFrontURL',
    ]);
  }
});

test('a lost authorisation raises the version of the world once, however often it is noticed', async () => {
  const { state } = await world();
  for (const { standing } of [await access(), await access()]) await standing.noteLoss();
  const after = await world();
  await (await access()).standing.noteLoss();

  expect(after.state).not.toBe(state);
  expect((await world()).state).toBe(after.state);
});

test('a request that is refused again and again is an error of the account until it is answered', async () => {
  const { state } = await world();
  await beRefused(refusalsUntilShown - 1);
  expect((await world()).state).toBe(state);

  await beRefused(1);

  expect(await shown()).toEqual({
    accountErrors: [{ sellerId: sellerAccountId, message: expect.stringContaining('about orders.') }],
    isLost: [false],
  });
  const refused = (await world()).state;
  expect(refused).not.toBe(state);
  await (await access()).standing.noteAnswer(orders);
  expect(await shown()).toEqual({ accountErrors: [], isLost: [false] });
  expect((await world()).state).not.toBe(refused);
});

test('an answer to one request does not clear the refusal of another', async () => {
  await beRefused(refusalsUntilShown);

  await (await access()).standing.noteAnswer({ operation: 'searchListingsItems', subject: 'ATVPDKIKX0DER' });

  expect((await shown()).accountErrors).toHaveLength(1);
});

test('processes that are refused at the same time count as one refusal', async () => {
  const standings = [(await access()).standing, (await access()).standing, (await access()).standing];

  await Promise.all(standings.map((standing) => standing.noteRefusal(orders, 'status 403')));

  expect(await rows(sql`select failures from request_refusals where tenant_id = ${owner.tenantId}`)).toEqual([
    { failures: 1 },
  ]);
});

test('a refused request is admitted after its wait, and other requests at any time', async () => {
  await (await access()).standing.noteRefusal(orders, 'status 403');

  const { standing } = await access();
  expect(() => standing.admit(orders)).toThrow('searchOrders: status 403');
  expect(() => standing.admit({ operation: 'searchCatalogItems' })).not.toThrow();
  const [refusal] = await rows(sql<{ retryAt: Date }>`
    select retry_at as "retryAt" from request_refusals where tenant_id = ${owner.tenantId}`);
  const retryAt = refusal?.retryAt.getTime() ?? 0;
  api.clock.set(new Date(retryAt - 1));
  expect(() => standing.admit(orders)).toThrow('searchOrders: status 403');
  api.clock.set(new Date(retryAt));
  expect(() => standing.admit(orders)).not.toThrow();
});

test('an access that has noted a loss or a refusal makes no more such requests', async () => {
  const { standing } = await access();

  await standing.noteRefusal(orders, 'status 403');
  expect(() => standing.admit(orders)).toThrow('status 403');
  await standing.noteLoss();
  expect(() => standing.admit({ operation: 'searchCatalogItems' })).toThrow('authorized again');
});

test('authorising again ends the loss and all refusals, and makes all work due but the history that was read', async () => {
  await beRefused(refusalsUntilShown);
  await (await access()).standing.noteLoss();
  const later = new Date(api.clock.now().getTime() + 9 * hourMs);
  await rows(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, failures)
    select ${owner.tenantId}::uuid, ${sellerAccountId}::bigint, '', s.source, ${later}::timestamptz, s.failures
      from (values ('orders', 5), ('order-fees', 0), ('subscriptions', 0), ('order-history', 0)) as s (source, failures)
    returning 1`);
  await rows(sql`update sweeps set confirmed_at = due_at where source = 'order-history'`);

  await authorize('Atzr|second');

  expect(await shown()).toEqual({ accountErrors: [], isLost: [false] });
  const due = await rows(sql<{ source: string }>`
    select source from sweeps where tenant_id = ${owner.tenantId} and due_at <= ${api.clock.now()} order by 1`);
  expect(due.map(({ source }) => source)).toEqual(['discovery', 'order-fees', 'orders', 'subscriptions']);
});

test('after a loss every pass begins anew, and the history that was not read to its end is due too', async () => {
  await (await access()).standing.noteLoss();
  const begun = api.clock.now();
  await rows(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, pass_started_at, cursor)
    select ${owner.tenantId}::uuid, ${sellerAccountId}::bigint, '', s.source, ${begun}::timestamptz + interval '9 hours',
           ${begun}::timestamptz, '{"at": 7, "silentAt": 1}'
      from (values ('catalog-items'), ('order-history')) as s (source)
    returning 1`);

  await authorize('Atzr|second');

  const sweeps = await rows(sql`
    select source, due_at as "dueAt", pass_started_at as "passStartedAt", cursor
      from sweeps where tenant_id = ${owner.tenantId} and source <> 'discovery' order by 1`);
  const anew = { dueAt: api.clock.now(), passStartedAt: null, cursor: { at: 7 } };
  expect(sweeps).toEqual([
    { source: 'catalog-items', ...anew },
    { source: 'order-history', ...anew },
  ]);
});

test('a lost authorisation is probed at its time, and once, however many processes look', async () => {
  await authorize('Atzr|probed once');
  await (await access()).standing.noteLoss();
  const [account] = await rows(sql<{ probeAt: Date }>`
    select probe_at as "probeAt" from seller_accounts where tenant_id = ${owner.tenantId}`);
  const asked: string[] = [];
  const confirmAuthorization = ({ refreshToken }: { readonly refreshToken: string }) => {
    asked.push(refreshToken);
    return Promise.reject(new AuthorizationLost('token', 'invalid_grant'));
  };
  const probe = () => probeAuthorizations({ ...context(), marketplace: { confirmAuthorization } });
  api.clock.set(account?.probeAt ?? new Date(0));

  await Promise.all([probe(), probe(), probe()]);

  expect(asked.filter((token) => token === 'Atzr|probed once')).toHaveLength(1);
});

test('authorising an account again that was not lost makes only postponed work due', async () => {
  const later = new Date(api.clock.now().getTime() + 9 * hourMs);
  await rows(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, failures)
    select ${owner.tenantId}::uuid, ${sellerAccountId}::bigint, '', s.source, ${later}::timestamptz, s.failures
      from (values ('orders', 5), ('order-fees', 0)) as s (source, failures)
    returning 1`);

  await authorize('Atzr|second');

  const due = await rows(sql<{ source: string }>`
    select source from sweeps where tenant_id = ${owner.tenantId} and due_at <= ${api.clock.now()} order by 1`);
  expect(due.map(({ source }) => source)).toEqual(['discovery', 'orders']);
});

test('the discovery of an account that is authorised again begins as if none had failed', async () => {
  await rows(sql`update sweeps set failures = 5, last_error = 'no answer' where tenant_id = ${owner.tenantId}`);

  await authorize('Atzr|second');

  expect(
    await rows(sql`select source, failures, last_error as "lastError" from sweeps where tenant_id = ${owner.tenantId}`),
  ).toEqual([{ source: 'discovery', failures: 0, lastError: null }]);
});

test('a failure with the old token does not count against an account that was authorised again meanwhile', async () => {
  const { standing } = await access();
  await authorize('Atzr|second');

  await standing.noteLoss();
  await standing.noteRefusal(orders, 'status 403');

  expect(await shown()).toEqual({ accountErrors: [], isLost: [false] });
  expect(await rows(sql`select 1 from request_refusals where tenant_id = ${owner.tenantId}`)).toEqual([]);
});

test('a refusal whose request is not made any more is deleted', async () => {
  await beRefused(1);

  await forgetRefusals(api.worker.global, new Date(api.clock.now().getTime() - 6 * hourMs));
  expect(await rows(sql`select 1 from request_refusals where tenant_id = ${owner.tenantId}`)).toHaveLength(1);
  await forgetRefusals(api.worker.global, api.clock.now());
  expect(await rows(sql`select 1 from request_refusals where tenant_id = ${owner.tenantId}`)).toEqual([]);
});
