import { expect, test } from 'vitest';
import { auditTrail, putSettings } from '@app/shared/contract/accounts.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { connectSeller } from './connect-seller.ts';

const api = testApi();

test('the audit trail names an account that is authorized again by the nickname that it keeps', async () => {
  const owner = await api.owner();
  const authorize = (accountName: string | null) =>
    connectSeller(api.ctx, {
      tenantId: owner.tenantId,
      access: { sellingPartnerId: 'A1SELLER', region: 'NA', refreshToken: 'Atzr|refresh' },
      stores: [{ marketplace: 'US', storeName: 'Brightkeel US' }],
      accountName,
      email: owner.email,
    });
  const { sellerAccountId } = await authorize(null);
  await owner.call(putSettings, { body: { sellerAccountNewNames: { [sellerAccountId]: 'Our shop' } } });

  await authorize(null);
  await authorize('New shop');

  const { events } = await owner.call(auditTrail, { query: {} });
  const authorized = events.filter(({ action }) => action !== 'seller account renamed');
  expect(authorized.map(({ action, subject }) => [action, subject])).toEqual([
    ['seller account authorized again', 'New shop, NA'],
    ['seller account authorized again', 'Our shop, NA'],
    ['seller account connected', 'Brightkeel US, NA'],
  ]);
});
