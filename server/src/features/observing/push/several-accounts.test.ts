import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../testing/observing/notified-accounts.ts';
import { NodeUnavailable } from '../../../lib/db/unavailable.ts';

const accounts = notifiedAccounts(new Date('2026-06-15T12:00:00Z'));

/** The issues of the SKU have changed; the message does not say in which marketplaces. */
const issuesOf = ({ sellerKey }: NotifiedAccount) => ({
  type: 'LISTINGS_ITEM_ISSUES_CHANGE',
  payload: { SellerId: sellerKey, Sku: notifiedSku },
});
const subscriptionOf = ({ subscription }: NotifiedAccount) => `${subscription}LISTINGS_ITEM_ISSUES_CHANGE`;

const quantityOf = ({ sellerKey }: NotifiedAccount) => ({
  type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
  payload: {
    SellerId: sellerKey,
    SKU: notifiedSku,
    FulfillmentInventoryByMarketplace: [
      {
        MarketplaceId: 'ATVPDKIKX0DER',
        FulfillmentInventory: {
          InboundQuantityBreakdown: { Working: 0, Shipped: 0, Receiving: 0 },
          Fulfillable: 4,
          Unfulfillable: 0,
          Researching: 0,
          ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: 0 },
        },
      },
    ],
  },
});

const asked = () =>
  accounts
    .takeRereads()
    .map(({ sellerAccountId, marketplace }) => `${sellerAccountId} ${marketplace}`)
    .toSorted();

test('a message that names no marketplace concerns the region of its subscription, and every region if that is not known', async () => {
  const american = await accounts.buildAccount();
  const european = await accounts.buildAccount({ of: american, region: 'EU', marketplace: 'DE' });

  expect(await accounts.take({ ...issuesOf(american), subscriptionId: subscriptionOf(american) })).toEqual(['reread']);
  expect(asked()).toEqual([`${american.sellerAccountId} US`]);

  expect(await accounts.take({ ...issuesOf(american), subscriptionId: 'lost' })).toEqual(['reread', 'reread']);
  expect(asked()).toEqual([`${american.sellerAccountId} US`, `${european.sellerAccountId} DE`].toSorted());
});

test.each([
  ['that is faulty', new Error('a defect')],
  ['whose data node is away', new NodeUnavailable(new Error('away'))],
])(
  'a tenant %s is logged and takes a message when it comes again, and the other tenants of the seller have taken it',
  async (_what, error) => {
    const one = await accounts.buildAccount();
    const other = await accounts.buildAccount({ sellerKey: one.sellerKey });
    const [first = '', second = ''] = [one.tenantId, other.tenantId].toSorted();
    const message = { ...quantityOf(one), id: `stock ${error.message}` };
    accounts.fail({ tenantId: first, ingest: error });
    const logged: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

    await expect(accounts.take(message, { log })).rejects.toThrow(error.message);
    expect(logged).toMatchObject([{ tenantId: first }]);
    const { rows } = await sql`
      select o.tenant_id as "tenantId" from observations o where o.tenant_id in (${first}, ${second})`.execute(
      accounts.db.global,
    );
    accounts.fail({});

    expect(rows).toEqual([{ tenantId: second }]);
    expect(await accounts.take(message)).toEqual(['observed', 'known']);
  },
);

test('a message whose listing could not be put into the queue is taken when it comes again', async () => {
  const account = await accounts.buildAccount();
  const message = { ...issuesOf(account), id: 'unsent' };
  accounts.fail({ send: new Error('no queue') });

  await expect(accounts.take(message)).rejects.toThrow('no queue');
  accounts.fail({});

  expect(await accounts.take(message)).toEqual(['reread']);
});

test('a message proves push alive for its own type and account', async () => {
  const american = await accounts.buildAccount();
  await accounts.buildAccount({ of: american, region: 'EU', marketplace: 'DE' });

  await accounts.take({ ...issuesOf(american), subscriptionId: subscriptionOf(american) });

  const { rows } = await sql`
    select s.seller_account_id as "sellerAccountId", s.notification_type as type
      from subscriptions s
     where s.tenant_id = ${american.tenantId} and s.last_event_at is not null`.execute(accounts.db.global);
  expect(rows).toEqual([{ sellerAccountId: american.sellerAccountId, type: 'LISTINGS_ITEM_ISSUES_CHANGE' }]);
});
