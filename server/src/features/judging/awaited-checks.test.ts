import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { judgeDue } from './due.ts';
import { createJudging } from './ingest.ts';
import { putSettings } from '../triage/settings.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;
let tenant: BuiltTenant;
let productId: string;

beforeEach(async () => {
  db ??= openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: judging() });
  await look('B0PARENT01');
});
afterAll(() => db.close());

const judging = () => createJudging({ db, clock });

/** Records an observation one minute later in which the catalogue names this parent. */
function look(parentAsin: string, observedAt = minuteLater()) {
  const seen = { productId, aspect: 'catalog', sku: '', observedAt } as const;
  return judging().ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ parentAsin }) }]);
}

function minuteLater(): Date {
  clock.advance(minuteMs);
  return clock.now();
}

async function item() {
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ status: number; awaits: boolean; version: string }>`
      select i.status, i.awaits_check as awaits, i.version
        from items i
       where i.tenant_id = ${tenant.tenantId}
         and i.item_id = ${`parentProductChange-${productId}`}`.execute(tx),
  );
  return rows[0];
}

const setSensitivity = (sensitivity: string) =>
  putSettings({ db, clock }, tenant.owner, { type: 'parentProductChange', settings: { sensitivity } });

test('at medium sensitivity a change is news when a second check confirms it, even though that check finds nothing new', async () => {
  await look('B0PARENT02');
  expect(await item()).toMatchObject({ status: 0, awaits: true });

  const result = await look('B0PARENT02');

  expect(result).toEqual({ changed: [], flips: 1 });
  expect(await item()).toMatchObject({ status: 2, awaits: false });
});

test('at low sensitivity four checks must agree', async () => {
  await setSensitivity('LOW');
  for (const _ of ['first', 'second', 'third']) await look('B0PARENT02');
  expect(await item()).toMatchObject({ status: 0 });

  await look('B0PARENT02');

  expect(await item()).toMatchObject({ status: 2 });
});

test('at high sensitivity the first check is enough', async () => {
  await setSensitivity('HIGH');

  await look('B0PARENT02');

  expect(await item()).toMatchObject({ status: 2 });
});

test('a change that is taken back before the checks agree is never news', async () => {
  await look('B0PARENT02');
  await look('B0PARENT01');
  await look('B0PARENT01');

  expect(await item()).toMatchObject({ status: 0, awaits: false });
});

test('an observation that is delivered twice counts as one check', async () => {
  const at = minuteLater();
  await look('B0PARENT02', at);

  await look('B0PARENT02', at);

  expect(await item()).toMatchObject({ status: 0, awaits: true });
});

test('a change of settings or the passing of time is not a check', async () => {
  await look('B0PARENT02');
  await setSensitivity('MEDIUM');

  await judgeDue({ db, clock });

  expect(await item()).toMatchObject({ status: 0, awaits: true });
});

test('dashboards hear nothing while a verdict waits for another check', async () => {
  const before = await item();

  await look('B0PARENT02');

  expect((await item())?.version).toBe(before?.version);
});
