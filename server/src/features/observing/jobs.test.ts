import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { dbLimits } from '../../lib/db/limits.ts';
import { openQueue } from '../../lib/jobs/queue.ts';
import { rereadJob, type Reread } from './jobs.ts';

const database = testDatabase();

test('news of a listing does not wait for the next try of an earlier message about it', async () => {
  const log = pino({ level: 'silent' });
  const queue = await openQueue({ url: database.workerUrl, limits: dbLimits.queue, jobs: [rereadJob], log });
  onTestFinished(() => queue.stop());
  const named: Reread = {
    tenantId: crypto.randomUUID(),
    sellerAccountId: '1',
    marketplace: 'US',
    source: 'listings-items',
    productId: '1',
    asin: 'B0SKILLET1',
    sku: 'SKILLET-26',
  };
  const taken: (readonly Reread[])[] = [];
  const other = { ...named, sku: 'OTHER-SKU' };
  await queue.send(rereadJob, [{ ...named, failures: 3 }], { startAfter: new Date(Date.now() + hourMs) });
  await queue.send(rereadJob, [named, named, other]);

  await queue.work(rereadJob, (rereads) => Promise.resolve(void taken.push(rereads)));

  // The queue hands jobs of the same moment out in any order.
  const bySku = () => taken.flat().toSorted((a, b) => a.sku.localeCompare(b.sku));
  await expect.poll(bySku).toEqual([other, named]);
});
