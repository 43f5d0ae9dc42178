import * as fc from 'fast-check';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsVarying } from '@app/shared/testing/arbitrary-facts.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb } from '../../../testing/database/factories.ts';
import { withPlugin, type Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { noteFactsGone } from '../catalog/display-queries.ts';
import { hashOf, type Observation } from '../observing/recording/observation.ts';
import { createJudging } from './ingest.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

const aspects = ['catalog', 'rank', 'offers', 'listing', 'stock'] as const;
type KnownAspect = (typeof aspects)[number];
const gone = 'gone';
/**
 * Uses few facts and two processes, so that an observation often repeats the current facts, or those from before
 * another process wrote.
 */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ by: fc.nat(1), facts: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.constant(gone) },
);

const twoFacts = fc.constantFrom(...aspects).chain((aspect) => {
  const some: fc.Arbitrary<unknown> = factsVarying([aspect]).map((facts) => facts[aspect]);
  const ofOne = some.map((facts) => (Array.isArray(facts) ? facts[0] : facts)).filter((facts) => facts !== undefined);
  const pool = fc.uniqueArray(ofOne, { minLength: 2, maxLength: 2, selector: hashOf });
  return fc.record({ aspect: fc.constant(aspect), pool });
});

function seenNow(productId: string, aspect: KnownAspect, facts: unknown): Observation {
  clock.advance(1000);
  return { productId, aspect, sku: '', observedAt: clock.now(), facts } as unknown as Observation;
}

/** Deletes facts as discovery does for listings that the marketplace no longer reports. */
const takeAway = (tenantId: string, { productId, aspect }: { productId: string; aspect: KnownAspect }): Promise<void> =>
  db.tenant(tenantId, async (tx) => {
    await sql`
      delete from observations
       where tenant_id = ${tenantId}
         and product_id = ${productId}
         and aspect = ${aspect}`.execute(tx);
    const version = await nextWorldVersion(tx, tenantId);
    await noteFactsGone(tx, { tenantId, productIds: [productId], version });
  });

async function storedHash(tenantId: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select o.hash from observations o where o.tenant_id = ${tenantId}`.execute(db.global);
  return rows[0]?.hash ?? null;
}

test('a change of the known facts is found, whichever process wrote or deleted them', () =>
  fc.assert(
    fc.asyncProperty(twoFacts, fc.array(step, { minLength: 8, maxLength: 24 }), async ({ aspect, pool }, steps) => {
      const tenant = await buildTenant(db);
      const { tenantId } = tenant;
      const processes = [createJudging({ db, clock }), createJudging({ db, clock })] as const;
      const productId = await buildProduct(db, { tenant, judging: processes[0] });
      let expected: string | null = null;
      for (const one of steps) {
        if (one === gone) {
          expected = null;
          await takeAway(tenantId, { productId, aspect });
          continue;
        }
        const facts = pool[one.facts];
        const seen = seenNow(productId, aspect, facts);
        const { changed } = await processes[one.by === 0 ? 0 : 1].ingest(tenantId, [seen]);
        expect(changed).toEqual(expected === hashOf(facts) ? [] : [{ productId, aspect }]);
        expected = hashOf(facts);
      }
      expect(await storedHash(tenantId)).toBe(expected);
    }),
    { numRuns: 12 },
  ));

const still = { firstIn: null };
const moved = { firstIn: [{ id: '1', name: 'Kitchen' }] };

/** Builds a process that has observed a product, and a counter of the times it has read observations since then. */
async function lookedAt() {
  const tenant = await buildTenant(db);
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('from observations o')) count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const judging = createJudging({ db: { ...db, global: withPlugin(db.global, counting) }, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const look = (...facts: unknown[]) =>
    judging.ingest(
      tenant.tenantId,
      facts.map((some) => seenNow(productId, 'rank', some)),
    );
  const reads = async (facts: unknown) => {
    count = 0;
    await look(facts);
    return count;
  };
  await look(still);
  await look(still);
  return { ...tenant, productId, look, reads };
}

test('facts that nobody has written since are not compared again, and facts that another process wrote are', async () => {
  const { tenantId, productId, reads } = await lookedAt();
  expect(await reads(still)).toBe(0);

  await createJudging({ db, clock }).ingest(tenantId, [seenNow(productId, 'catalog', { ...still })]);

  expect(await reads(still)).toBe(1);
  expect(await reads(still)).toBe(0);
});

test('the later of two equal observations in one batch counts, though only the earlier one is news', async () => {
  const { look } = await lookedAt();

  expect(await look(moved, still)).toEqual({ changed: [], flips: 0 });
});
