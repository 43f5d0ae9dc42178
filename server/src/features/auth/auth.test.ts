import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { testApi } from '../../../test/api.ts';

const api = testApi();

test('signing up opens an account in its trial and logs in at once', async () => {
  const owner = await api.owner({ firstName: 'Grace', lastName: 'Hopper' });

  expect(await owner.call(isAuthenticated)).toEqual({
    email: owner.email,
    anySellerAccountSetupCompleted: false,
    paymentStatus: 2,
    secondsSinceFirstSellerAccountCreated: null,
    intercomAppId: null,
    userHash: null,
    isOwner: true,
    firstName: 'Grace',
    lastName: 'Hopper',
  });
});
