import { expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { watchedProduct } from '../../../../testing/observing/watched-product.ts';
import { findTenantsWithDueItems } from '../../judging/due-queries.ts';
import { judgeDue } from '../../judging/due.ts';
import { recordSellerNames } from './record-seller-names.ts';

const watched = watchedProduct();
const { clock, observe, item } = watched;
const sellerId = 'A2UKR47RHS0DCY';

const seeSellers = (...sellerIds: readonly string[]) => {
  clock.advance(hourMs);
  const others = sellerIds.map((id) => ({ sellerId: id, cents: 3390 }));
  return observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
};
const readName = (name: string) =>
  recordSellerNames({ db: watched.db, clock, judging: watched.judging() }, watched.tenant.tenantId, [
    { sellerId, name },
  ]);
const isDue = async () =>
  (await findTenantsWithDueItems(watched.db.global, clock.now())).includes(watched.tenant.tenantId);

test('an open item about a seller is judged again when a page tells another name, and only then', async () => {
  await seeSellers();
  await seeSellers(sellerId);

  await readName('Kestrel Goods');
  await judgeDue(watched);
  expect(await item('numberOfSellers')).toMatchObject({
    status: 2,
    message: 'Seller Kestrel Goods now sells this product too',
  });

  clock.advance(2 * dayMs);
  await readName('Kestrel Goods');
  expect(await isDue()).toBe(false);
  await readName('Kestrel Trading');
  expect(await isDue()).toBe(true);
});
