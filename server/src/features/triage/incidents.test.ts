import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Actor } from '../../http/actor.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { setIncident } from './incidents.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;
let tenant: BuiltTenant;
/** A user who may see the second account only. */
let assistant: Actor;
let hidden: string;
let visible: string;
let alone: string;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  assistant = { ...tenant.owner, isOwner: false, hiddenSellerAccountIds: [tenant.sellerAccountId] };
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ id: string }>`
      insert into seller_accounts (tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at,
                                   authorized_at, version)
      select tenant_id, selling_partner_id || 'B', region, name, refresh_token, token_last6, created_at, authorized_at,
             version
        from seller_accounts
       where tenant_id = ${tenant.tenantId}
      returning seller_account_id as id`.execute(tx),
  );
  const second = rows[0]?.id ?? '';
  [hidden, visible, alone] = [await issueIn(tenant.sellerAccountId), await issueIn(second), await issueIn(second)];
});
afterAll(() => db.close());

/** Builds a product without a main image, and returns its issue. */
async function issueIn(sellerAccountId: string): Promise<string> {
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging }, { sellerAccountId });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
  return `imageMissing-${productId}`;
}

const change = (actor: Actor, watchDogIds: readonly string[], incidentId: string) =>
  setIncident({ db, clock }, actor, { watchDogIds, incidentId });

async function incidentOf(watchDogId: string): Promise<string | null> {
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ id: string | null }>`
      select incident_id as id from items where tenant_id = ${tenant.tenantId} and item_id = ${watchDogId}`.execute(tx),
  );
  return rows[0]?.id ?? null;
}

test('an incident across seller accounts is joined, and a split from it undone, by who sees one of its members', async () => {
  await change(tenant.owner, [hidden, visible], 'new');
  const incidentId = (await incidentOf(hidden)) ?? '';

  await change(assistant, [visible, alone], incidentId);
  expect(await incidentOf(alone)).toBe(incidentId);

  await change(assistant, [visible, alone], 'none');
  expect(await incidentOf(visible)).toBeNull();
  await change(assistant, [visible, alone], incidentId);
  expect(await incidentOf(visible)).toBe(incidentId);
});

test('an incident of hidden members alone is not found', async () => {
  const other = await issueIn(tenant.sellerAccountId);
  await change(tenant.owner, [hidden], 'none');
  await change(tenant.owner, [hidden, other], 'new');
  const incidentId = (await incidentOf(other)) ?? '';

  expect(incidentId).not.toBe('');
  await expect(change(assistant, [alone], incidentId)).rejects.toMatchObject({ code: 'notFound' });
});

test('the answer names the incident, so that more items than one call may name join the same', async () => {
  const [one, other, third] = [await issueIn(tenant.sellerAccountId), await issueIn(tenant.sellerAccountId), alone];
  await change(tenant.owner, [alone], 'none');

  const { incidentId = '' } = await change(tenant.owner, [one, other], 'new');
  expect(await change(tenant.owner, [third], incidentId)).toMatchObject({ incidentId });

  expect(await Promise.all([one, other, third].map(incidentOf))).toEqual([incidentId, incidentId, incidentId]);
  expect(await change(tenant.owner, [one], 'none')).not.toHaveProperty('incidentId');
});
