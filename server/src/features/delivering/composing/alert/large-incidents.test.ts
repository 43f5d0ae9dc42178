import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { buildProduct, catalogFacts } from '../../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../../testing/mails/told-product.ts';
import { insertIncidents } from '../../../judging/weigh/related-queries.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import { findFirstTold } from './membership-queries.ts';

const { watched, tell } = toldProduct();
const { clock, observe } = watched;

test('a large incident does not hide that another one of the same message was told before', async () => {
  const { db, tenant, productId } = watched;
  const { tenantId, sellerAccountId, owner } = tenant;
  const sisterId = await buildProduct(db, { tenant, judging: watched.judging() });
  await observe({ aspect: 'catalog', facts: catalogFacts() });
  clock.advance(hourMs);
  await observe({ aspect: 'catalog', facts: catalogFacts({ images: [] }) });
  expect(await tell()).toHaveLength(1);

  const [large, told] = await db.tenant(tenantId, async (tx) => {
    const at = clock.now();
    const one = { sellerAccountId, openedAt: at };
    const ids = (await insertIncidents(tx, tenantId, { incidents: [one, one], at })).map((row) => row.incidentId);
    await sql`
      insert into items (tenant_id, item_id, product_id, type, status, changed_at, version, incident_id)
      select ${tenantId}, 'early-' || n, ${sisterId}, 'keyword', 2, ${new Date(at.getTime() - 9 * hourMs)}, 1,
             ${ids[0]}::bigint
        from generate_series(1, 20) n
      returning 1`.execute(tx);
    await sql`
      update items set incident_id = ${ids[1]}::bigint
       where tenant_id = ${tenantId} and item_id = ${`imageMissing-${productId}`}`.execute(tx);
    return ids;
  });
  const { emailAddressId } = owner;
  const next = { tenantId, messageId: 'next', transport: 'mail', emailAddressId, targetId: null } as ClaimedMessage;
  const incidentIds = [large ?? '', told ?? ''];
  const found = await db.tenant(tenantId, (tx) => findFirstTold(tx, next, { incidentIds, productIds: [] }));

  expect(found.map(({ incidentId }) => incidentId)).toEqual([told]);
});
