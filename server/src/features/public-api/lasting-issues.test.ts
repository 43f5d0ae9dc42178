import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { getAlert, listAlerts, type ApiAlert } from '@app/shared/contract/public-api/alerts.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { catalogFacts } from '../../../testing/database/factories.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { newToken } from '../../../testing/http/populated-owner.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';
import type { Tx } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { listLastingRows } from './reads/lasting-issue-queries.ts';
import { readProblems } from './reads/problems.ts';

const api = testApi();
let owner: Owner;
let token: string;
const itemIds: string[] = [];

/** Three products without a main image. Two of them have lost it so long ago that the flip is not kept any more. */
beforeEach(async () => {
  owner = await api.owner();
  token = await newToken(owner, ['catalogue:read']);
  itemIds.length = 0;
  for (const name of ['Kettle', 'Skillet', 'Press']) {
    const { productId } = await buildProductOf(api.worker, owner, { name });
    api.clock.advance(minuteMs);
    const seen = { productId, aspect: 'catalog', sku: '', observedAt: api.clock.now() } as const;
    const facts = catalogFacts({ images: [] });
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [{ ...seen, facts }]);
    itemIds.push(`imageMissing-${productId}`);
  }
  await withClient(api.database.superuserUrl, async (client) => {
    for (const [days, itemId] of [
      [500, itemIds[0]],
      [450, itemIds[1]],
    ] as const) {
      await client.query('delete from flips where tenant_id = $1 and item_id = $2', [owner.tenantId, itemId]);
      await client.query(
        `update items set changed_at = (changed_at at time zone 'UTC' - make_interval(days => $3)) at time zone 'UTC'
          where tenant_id = $1 and item_id = $2`,
        [owner.tenantId, itemId, days],
      );
    }
  });
});

async function ask(path: string) {
  const answer = await api.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.statusCode, body: answer.json() };
}
const itemsOf = (alerts: readonly ApiAlert[]) => alerts.map(({ issue }) => issue.watchDogId);

test('open issues are listed however long ago they began, newest first', async () => {
  const { data } = listAlerts.response.parse((await ask('/api/v1/alerts?state=open')).body);

  expect(itemsOf(data)).toEqual(itemIds.toReversed());
  expect(data[2]).toMatchObject({
    event: 'raised',
    level: 'alert',
    issue: { isOpen: true },
    product: { name: 'Kettle' },
  });
  expect(itemsOf((await ask('/api/v1/alerts?state=open&event=healed')).body.data)).toEqual([]);
  const productId = data[1]?.product.productId;
  expect(itemsOf((await ask(`/api/v1/alerts?state=open&productId=${productId}`)).body.data)).toEqual([itemIds[1]]);
  expect(itemsOf((await ask('/api/v1/alerts')).body.data)).toEqual([itemIds[2]]);
});

test('pages of open issues follow each other without a gap, also among those that have lasted for long', async () => {
  const seen: string[] = [];
  const cursors: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask(`/api/v1/alerts?state=open&limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...itemsOf(body.data));
    cursor = body.nextCursor;
    if (cursor !== null) cursors.push(cursor);
  }

  expect(seen).toEqual(itemIds.toReversed());
  expect(await ask(`/api/v1/alerts?cursor=${cursors[1]}`)).toMatchObject({ status: 200, body: { data: [] } });
});

test('an issue that has lasted for long is explained by its id, and ranked among the problems', async () => {
  const { body } = await ask('/api/v1/alerts?state=open');
  const { id, at } = body.data[2];

  const explained = await ask(`/api/v1/alerts/${id}`);
  expect(getAlert.response.parse(explained.body)).toMatchObject({ id, at, after: { status: 'alert' }, earlier: [] });
  expect((await ask(`/api/v1/alerts/${Date.parse(at) + 1}-${itemIds[0]}`)).status).toBe(404);

  const problems: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await readProblems(api.ctx, await actor(), { limit: 1, cursor });
    problems.push(...itemsOf(page.data));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(problems.toSorted()).toEqual(itemIds.toSorted());
});

test('an issue that has lasted for long is found by its id also while it is muted, so that programs can end the mute', async () => {
  const { body } = await ask('/api/v1/alerts?state=open');
  const { id } = body.data[2];
  const find = async () => getAlert.response.parse((await ask(`/api/v1/alerts/${id}`)).body).issue;

  await owner.call(muteItem, { params: { id: itemIds[0] ?? '' }, body: { minutes: 60 } });
  expect(await find()).toMatchObject({ watchDogId: itemIds[0], mutedUntil: expect.any(String) });
  await owner.call(muteItem, { params: { id: itemIds[0] ?? '' }, body: { minutes: 0 } });
  expect(await find()).toMatchObject({ watchDogId: itemIds[0], mutedUntil: null });
});

test.each(['12-34', 'imageMissing', 'imageMissing-0'])(
  'an alert with the impossible id …-%s is refused',
  async (rest) => {
    expect((await ask(`/api/v1/alerts/1750000000000-${rest}`)).status).toBe(400);
  },
);

async function actor() {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ emailAddressId: string; email: string }>`
      select email_address_id as "emailAddressId", email from email_addresses where tenant_id = ${owner.tenantId}`.execute(
      tx,
    ),
  );
  const { emailAddressId = '', email = '' } = rows[0] ?? {};
  const { tenantId } = owner;
  return {
    tenantId,
    emailAddressId,
    email,
    isOwner: true,
    hiddenSellerAccountIds: [],
    sessionHash: '',
    isServed: true,
  };
}

/** Counts the rows of items that the session has read lately. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(s.seq_tup_read, 0) + coalesce(s.idx_tup_fetch, 0) as count
      from pg_stat_xact_user_tables s
     where s.relname = 'items'`.execute(tx);
  return Number(rows[0]?.count);
}

test('issues that have lasted for long are found without reading the items that are ok', async () => {
  const [productId] = /[0-9]+/.exec(itemIds[0] ?? '') ?? [];
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, issue_status, revision, changed_at, version)
      select ${owner.tenantId}, 'keyword-' || ${productId}::bigint || '-' || n, ${productId}::bigint, 'keyword', 0, 0, 1,
             timestamptz '2025-01-01', 1
        from generate_series(1, 5000) as n
      returning 1`.execute(tx),
  );
  await withClient(api.database.superuserUrl, (client) => client.query('analyze items'));

  const viewer = await actor();
  const wanted = { hiddenTypes: [], before: null, productId: null, most: 100, now: api.clock.now() };
  const { found, read } = await api.ctx.db.tenant(owner.tenantId, async (tx) => {
    const before = await countRead(tx);
    return { found: await listLastingRows(tx, viewer, wanted), read: (await countRead(tx)) - before };
  });

  expect(found.map(({ itemId }) => itemId)).toEqual([itemIds[1], itemIds[0]]);
  expect(read).toBeLessThan(500);
});
