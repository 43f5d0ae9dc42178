import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { observingWorld } from '../../../../test/observing.ts';
import { OutOfQuota } from '../../../external/marketplace/external-error.ts';
import { pushTypes } from './types/registry.ts';

/** How many questions are allowed before the next one has to wait. */
let allowed = 5;
const world = observingWorld({
  marketplace: (real) => ({
    getSubscription(access, type) {
      if (allowed > 0) {
        allowed -= 1;
        return real.getSubscription(access, type);
      }
      allowed = 1;
      throw new OutOfQuota('getSubscription', world.clock.now());
    },
  }),
});

test('every type is subscribed to, though there are more of them than questions at once are allowed', async () => {
  const { tenantId, sellerAccountId } = await world.connect({ sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' });
  await world.rows(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    values (${tenantId}, ${sellerAccountId}, '', 'subscriptions', ${world.clock.now()})`);

  await world.runAllDue(({ source }) => source === 'subscriptions');

  const settled = await world.rows(sql<{ type: string }>`
    select notification_type as type from subscriptions
     union
    select notification_type from subscription_refusals`);
  expect(settled.map(({ type }) => type).toSorted()).toEqual(pushTypes.map(({ type }) => type).toSorted());
});
