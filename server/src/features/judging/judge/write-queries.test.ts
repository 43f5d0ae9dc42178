import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { watchedProduct } from '../../../../testing/observing/watched-product.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { changeOf } from './change.ts';
import { lockItems } from './load-queries.ts';
import { writeItems } from './write-queries.ts';

const watched = watchedProduct();
const { clock, observe, item } = watched;

const seeImages = (isThere: boolean) => {
  clock.advance(minuteMs);
  return observe({ aspect: 'catalog', facts: catalogFacts(isThere ? {} : { images: [] }) });
};

/** Reads the item as judging does. */
const read = async () => {
  const { db, tenant, productId } = watched;
  const [stored] = await db.tenant(tenant.tenantId, (tx) =>
    lockItems(tx, tenant.tenantId, { itemIds: [`imageMissing-${productId}`] }),
  );
  if (!stored) throw new Error('The product has this item');
  return stored;
};

test('an item whose revision has changed since it was read keeps its row', async () => {
  const { db, tenant } = watched;
  await seeImages(true);
  await seeImages(false);
  const before = await read();
  const judgement = { verdict: 'ok', text: 'The main image is back', about: null, memory: {} } as const;
  const change = changeOf({ ...before, item: before, judgement, at: clock.now() });
  await seeImages(true);
  await seeImages(false);
  const kept = await item('imageMissing');

  await db.tenant(tenant.tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, tenant.tenantId);
    await writeItems(tx, { tenantId: tenant.tenantId, version, changes: change ? [change] : [] });
  });

  expect(change).toMatchObject({ oldRevision: before.revision, status: 0 });
  expect(await item('imageMissing')).toEqual(kept);
});
