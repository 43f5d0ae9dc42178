import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { observingWorld } from '../../../../../testing/observing/observing.ts';
import { OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import { placeOf } from './subscriptions.ts';
import { pushTypes } from '../../push/types/registry.ts';

/** The number of requests until the next one has to wait for quota. */
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

test('types that only EventBridge delivers are subscribed there if there is an account for events', () => {
  const at = { queueArn: 'arn:aws:sqs:eu-west-1:1:queue', awsRegion: 'eu-west-1', eventAccount: '123456789012' };
  const sqs = { arn: at.queueArn };

  expect(placeOf('LISTINGS_ITEM_STATUS_CHANGE', at)).toEqual({
    eventBridge: { accountId: '123456789012', region: 'eu-west-1' },
  });
  expect(placeOf('ANY_OFFER_CHANGED', at)).toEqual({ sqs });
  expect(placeOf('LISTINGS_ITEM_STATUS_CHANGE', { ...at, eventAccount: null })).toEqual({ sqs });
});

test('every type is subscribed to, although the quota does not allow so many requests at once', async () => {
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

test('subscriptions that lead to a former queue are replaced', async () => {
  const seller = { sellingPartnerId: 'A1FM00R7V6LQ2E', region: 'EU' } as const;
  const { tenantId, sellerAccountId } = await world.connect(seller);
  const access = { ...seller, ...(await world.ctx.marketplace.exchangeCode(await world.sandbox.consent(seller))) };
  const { notifications } = world.ctx.config;
  if (!notifications) throw new Error('The sandbox has a queue');
  const subscribe = async (): Promise<string | null | undefined> => {
    await world.rows(sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, '', 'subscriptions', ${world.clock.now()})
          on conflict (tenant_id, seller_account_id, marketplace, source) do update
         set due_at = excluded.due_at`);
    await world.runAllDue(({ source }) => source === 'subscriptions');
    allowed = 1;
    return (await world.ctx.marketplace.getSubscription(access, 'ORDER_CHANGE'))?.destinationId;
  };
  const former = await subscribe();
  notifications.queueArn = 'arn:aws:sqs:eu-west-1:123456789012:other';

  const current = await subscribe();

  expect(current).not.toBe(former);
  expect(current).toBe(await world.ctx.marketplace.ensureDestination('EU', { sqs: { arn: notifications.queueArn } }));
  expect(await subscribe()).toBe(current);
});

test('without an account for events Amazon refuses the types that only EventBridge delivers, and announces the rest', async () => {
  const { tenantId, sellerAccountId } = await world.connect({ sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' });
  await world.rows(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    values (${tenantId}, ${sellerAccountId}, '', 'subscriptions', ${world.clock.now()})`);
  const { notifications } = world.ctx.config;
  if (!notifications) throw new Error('The sandbox has a queue');
  notifications.eventAccount = null;

  await world.runAllDue(({ source }) => source === 'subscriptions');

  const refused = await world.rows(sql<{ type: string }>`
    select notification_type as type from subscription_refusals where tenant_id = ${tenantId} order by type`);
  expect(refused.map(({ type }) => type)).toEqual([
    'BRANDED_ITEM_CONTENT_CHANGE',
    'ITEM_PRODUCT_TYPE_CHANGE',
    'LISTINGS_ITEM_ISSUES_CHANGE',
    'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
    'LISTINGS_ITEM_STATUS_CHANGE',
  ]);
});
