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

const none = { statuses: [], refusals: [], isOutage: false };

test('a healthy account has no error', () => {
  expect(accountErrorsOf([account('1')], none)).toEqual([]);
});

test('a refused account and an account at risk are reported, each by name', () => {
  const errors = accountErrorsOf([account('1', true), account('2')], {
    ...none,
    statuses: [
      { sellerAccountId: '2', marketplace: 'CA', status: 'AT_RISK' },
      { sellerAccountId: '2', marketplace: 'US', status: 'DEACTIVATED' },
    ],
  });

  expect(errors).toEqual([
    {
      sellerId: '1',
      message: 'Brightkeel US may need to be authorized again: the marketplace refuses our requests.',
    },
    { sellerId: '2', message: 'Our shop, CA: Amazon says that this account is at risk of deactivation.' },
    { sellerId: '2', message: 'Our shop, US: Amazon has deactivated this account.' },
  ]);
});

test('an account that the viewer may not see is not reported', () => {
  const trouble = {
    ...none,
    statuses: [{ sellerAccountId: '9', marketplace: 'US', status: 'AT_RISK' }],
    refusals: [{ sellerAccountId: '9', operation: 'searchOrders', subject: '' }],
  } as const;

  expect(accountErrorsOf([], trouble)).toEqual([]);
});

const refusal = (operation: string, subject = '') => ({ sellerAccountId: '1', operation, subject });

test('an account with repeated refusals names their subjects, each once', () => {
  const refusals = [
    refusal('createReport', 'GET_SELLER_FEEDBACK_DATA'),
    refusal('getInventorySummaries', 'A2EUQ1WTGCTBG2'),
    refusal('searchOrders'),
    refusal('searchOrders'),
  ];

  expect(accountErrorsOf([account('1')], { ...none, refusals })).toEqual([
    {
      sellerId: '1',
      message:
        'Brightkeel US: Amazon refuses our requests about seller feedback, FBA stock in CA, and orders. ' +
        'They are repeated by themselves; if this stays, please authorize the account again.',
    },
  ]);
});

test('a refusal of data that Amazon opens to some sellers only is not reported', () => {
  const refusals = [
    refusal('listOffers', 'ATVPDKIKX0DER'),
    refusal('listTransactions'),
    refusal('createReport', 'GET_X'),
  ];

  expect(accountErrorsOf([account('1')], { ...none, refusals })).toEqual([]);
});

test('an account that has to be authorised again reports only that', () => {
  expect(accountErrorsOf([account('1', true)], { ...none, refusals: [refusal('searchOrders')] })).toHaveLength(1);
});

test('an outage is one error for every viewer, instead of a new authorisation of each account', () => {
  const errors = accountErrorsOf([account('1', true), account('2')], { ...none, isOutage: true });

  expect(errors).toEqual([{ sellerId: '', message: expect.stringContaining('You need not do anything') }]);
});
