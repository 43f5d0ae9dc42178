import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { catalogFacts } from '../../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../../testing/mails/told-product.ts';

const { watched, tell, log } = toldProduct();
const { clock, observe } = watched;

const ofTenant = () => sql`tenant_id = ${watched.tenant.tenantId}`;
const change = (table: string, set: ReturnType<typeof sql>) =>
  sql`update ${sql.table(table)} set ${set} where ${ofTenant()}`.execute(watched.db.global);

/** An alert is collected for an hour, and waits. */
beforeEach(async () => {
  await change('tenants', sql`instant_alert = false, batching_interval_minutes = 60`);
  await observe({ aspect: 'catalog', facts: catalogFacts({ images: [] }) });
  await tell();
});

test.each<[string, () => Promise<unknown>]>([
  ['ignored', () => change('products', sql`tracking_choice = 'ignored', is_tracked = false`)],
  [
    'ignored until the next order',
    () => change('products', sql`tracking_choice = 'untilNextOrder', is_tracked = false`),
  ],
])('people are not told of a product that they have %s since', async (_choice, ignore) => {
  await ignore();
  clock.advance(hourMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['failed: Not wanted any more when it was to be sent']);
});

test('people are not told of an item that they have removed since, such as a keyword', async () => {
  await change('items', sql`removed_at = ${clock.now()}`);
  clock.advance(hourMs);

  expect(await tell()).toEqual([]);
});

test('people are told of a product whose watch has ended by itself since', async () => {
  await change('products', sql`is_tracked = false`);
  clock.advance(hourMs);

  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/^Alert: main image missing/) }]);
});
