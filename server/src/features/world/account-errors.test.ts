import { expect, test } from 'vitest';
import { accountErrorsOf } from './account-errors.ts';

const account = (sellerId: string, mayNeedReauthorization = false) => ({
  sellerId,
  sellerKey: 'A1SELLER',
  name: 'Brightkeel US',
  nickName: sellerId === '2' ? 'Our shop' : null,
  accountNickName: null,
  region: 'NA' as const,
  marketplaces: ['US', 'CA'],
  setupCompleted: true,
  mayNeedReauthorization,
  connectedToAdvertisementApi: false,
  authTokenLast6Digit: '123456',
  storeFrontURL: null,
  feedbackUrls: {},
});

test('an account that is well has no error', () => {
  expect(accountErrorsOf([account('1')], [])).toEqual([]);
});

test('an account that refuses us and one that is in trouble say so, each by its name', () => {
  const errors = accountErrorsOf(
    [account('1', true), account('2')],
    [
      { sellerAccountId: '2', marketplace: 'CA', status: 'AT_RISK' },
      { sellerAccountId: '2', marketplace: 'US', status: 'DEACTIVATED' },
    ],
  );

  expect(errors).toEqual([
    {
      sellerId: '1',
      message: 'Brightkeel US may need to be authorized again: the marketplace refuses our requests.',
    },
    { sellerId: '2', message: 'Our shop, CA: Amazon says that this account is at risk of deactivation.' },
    { sellerId: '2', message: 'Our shop, US: Amazon has deactivated this account.' },
  ]);
});

test('an account that the viewer may not see has none', () => {
  expect(accountErrorsOf([], [{ sellerAccountId: '9', marketplace: 'US', status: 'AT_RISK' }])).toEqual([]);
});
