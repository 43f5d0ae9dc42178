import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { observingWorld, type ConnectedTenant } from '../../testing/observing/observing.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;
let tenant: ConnectedTenant;

/** At this speed-up every source is due again after this many minutes. */
const aDay = 10;

async function lookAtEverything(): Promise<void> {
  world.clock.advance(aDay);
  await world.runAllDue(({ tenantId }) => tenantId === tenant.tenantId);
}

beforeAll(async () => {
  tenant = await world.settle(america);
  await lookAtEverything();
});
afterEach(async () => {
  await world.sandbox.control('DELETE', '/sandbox/faults');
  await lookAtEverything();
});

const flips = () =>
  world.rows(sql<{ type: string; to: number; message: string }>`
    select f.type, f.to_status as to, f.message
      from flips f
     where f.tenant_id = ${tenant.tenantId}
     order by f.flip_id`);

const failedSweeps = () =>
  world.rows(sql<{ source: string; error: string }>`
    select distinct s.source, s.last_error as error
      from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.failures > 0
     order by s.source`);

test.each(['emptyBody', 'emptyObject'])(
  'answers without content (%s) count as failed checks for every operation: no alert begins or ends',
  async (fault) => {
    const before = await flips();
    await world.spoil({ fault, count: 10_000 });

    // At medium sensitivity a temporary state is reported at the second check.
    await lookAtEverything();
    await lookAtEverything();
    const failed = await failedSweeps();
    await world.sandbox.control('DELETE', '/sandbox/faults');
    await lookAtEverything();

    expect(await flips()).toEqual(before);
    expect(failed.filter(({ error }) => !error.includes('malformed answer'))).toEqual([]);
    expect(failed.map(({ source }) => source)).toEqual(
      expect.arrayContaining([
        'catalog-items',
        'fees-estimates',
        'inventory-summaries',
        'listing-offers',
        'listings-items',
        'order-fees',
        'orders',
        'replenishment-offers',
        'seller-feedback',
      ]),
    );
    expect(await failedSweeps()).toEqual([]);
  },
);
