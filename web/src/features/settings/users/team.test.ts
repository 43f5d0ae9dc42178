import { expect, test } from 'vitest';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { defaultAddress } from '../form/default-address.ts';
import type { AddressDraft } from '../form/form-model.ts';
import {
  accessNote,
  alertCount,
  deactivatable,
  newUserProblems,
  recipientsOf,
  storefrontsOf,
  usersOf,
} from './team.ts';

const settings: IdentitySettings = {
  email: 'owner@acme.example',
  isOwner: true,
  firstName: 'Olive',
  lastName: 'Owner',
  companyName: 'Acme',
  dailyPricing: true,
  periodStart: 0,
  periodEnd: 0,
  accountCreatedAt: 0,
  emailAddresses: [],
  sellerAccounts: [],
  instantAlert: true,
  alertSubject: 'DETAILED',
  batchingIntervalMinutes: 60,
  timezoneOffset: 0,
  timezoneAdjustToDST: true,
  timeZone: null,
  digestEmailHour: 7,
  watchDogTypesToDisplayName: { PRICE: 'Price Change Alert', LISTING_SUSPENDED: 'Listing Suspended' },
  showAdvertisementApiSettings: false,
  suppressedAlertTypes: [],
};

const address = (id: string, differs: Partial<AddressDraft> = {}): AddressDraft => ({
  ...defaultAddress(settings, { id, email: `${id}@acme.example` }),
  isNew: false,
  ...differs,
});

const seller = (sellerId: string, nickName: string | null): SellerAccount => ({
  sellerId,
  sellerKey: `KEY${sellerId}`,
  name: `Seller ${sellerId}`,
  nickName,
  accountNickName: nickName,
  region: 'NA',
  marketplaces: ['US'],
  setupCompleted: true,
  mayNeedReauthorization: false,
  connectedToAdvertisementApi: false,
  authTokenLast6Digit: 'abcdef',
  storeFrontURL: null,
  feedbackUrls: {},
});

const team = [
  address('owner', { isPrimary: true, isUser: true }),
  address('ann', { isUser: true }),
  address('ben', { isUser: true, isDeleted: true }),
  address('news'),
  address('old', { isDeleted: true }),
];
const ids = (addresses: readonly AddressDraft[]) => addresses.map(({ emailAddressId }) => emailAddressId);

test('the deactivate list excludes deleted, primary and non-user addresses', () => {
  expect(ids(deactivatable(team))).toEqual(['ann']);
});

test('users are those who can log in, recipients are all others', () => {
  expect(ids(usersOf(team))).toEqual(['owner', 'ann', 'ben']);
  expect(ids(recipientsOf(team))).toEqual(['news']);
});

test('the storefronts of a user are those that are not hidden from them', () => {
  const accounts = [seller('1', 'Brightkeel US'), seller('2', null), seller('3', '')];

  expect(storefrontsOf(address('ann'), accounts)).toBe('All');
  expect(storefrontsOf(address('ann', { allowedSellerAccounts: ['1'] }), accounts)).toBe('Seller 2, Seller 3');
  expect(storefrontsOf(address('ann', { allowedSellerAccounts: ['2', '3'] }), accounts)).toBe('Brightkeel US');
  expect(storefrontsOf(address('ann', { allowedSellerAccounts: ['1', '2', '3'] }), accounts)).toBe('None');
  expect(storefrontsOf(address('own', { isPrimary: true, allowedSellerAccounts: ['1'] }), accounts)).toBe('All');
});

test('alerts are counted by existing levels of types that the plan includes', () => {
  const on = { RED: true, AMBER: true, GREEN: true };
  const all = address('ann', { alertsSettings: { PRICE: on, LISTING_SUSPENDED: on } });

  expect(alertCount(all, settings)).toEqual({ on: 4, all: 4 });
  expect(alertCount(all, { ...settings, suppressedAlertTypes: ['PRICE'] })).toEqual({ on: 1, all: 1 });
  // Section 5: PRICE has all colours off for a new address.
  expect(alertCount(address('new'), settings)).toEqual({ on: 1, all: 4 });
});

test('alerts of a type that the account does not show are not counted, whether they are on or off', () => {
  const shown = { ...settings, watchDogTypesToDisplayName: { PRICE: 'Price Change Alert' } };
  const off = { RED: false, AMBER: false, GREEN: false };
  const hidden = address('ann', { alertsSettings: { PRICE: off, LISTING_SUSPENDED: { ...off, RED: true } } });

  expect(alertCount(hidden, shown)).toEqual({ on: 0, all: 3 });
});

test.each([
  [{ email: '', firstName: '', lastName: ' ' }, ['email', 'firstName', 'lastName']],
  [{ email: 'cay@acme.example', firstName: 'Cay', lastName: '' }, ['lastName']],
  [{ email: 'cay@acme', firstName: 'Cay', lastName: 'Cole' }, ['email']],
  [{ email: 'cay@acme.example', firstName: 'C'.repeat(201), lastName: 'Cole' }, ['firstName']],
  [{ email: 'cay@acme.example', firstName: 'C'.repeat(200), lastName: 'Cole' }, []],
  // A user, also one marked for removal, is not added again; an address that only receives mail can be made a user.
  [{ email: 'ANN@acme.example', firstName: 'Ann', lastName: 'Ames' }, ['email']],
  [{ email: 'owner@acme.example', firstName: 'Ann', lastName: 'Ames' }, ['email']],
  [{ email: 'ben@acme.example', firstName: 'Ben', lastName: 'Bell' }, ['email']],
  [{ email: 'news@acme.example', firstName: 'Nia', lastName: 'News' }, []],
])('Add User requires first name, last name and valid e-mail: %j', (user, wrong) => {
  expect(Object.keys(newUserProblems(user, team))).toEqual(wrong);
});

test('who makes a user of an address without access to all storefronts is not told that the user sees all', () => {
  const all = 'They see all storefronts until you change their permissions.';

  expect(accessNote(undefined)).toBe(all);
  expect(accessNote(address('1'))).toBe(all);
  expect(accessNote(address('1', { allowedSellerAccounts: ['9'] }))).not.toContain('all storefronts');
});
