import { beforeAll, expect, test } from 'vitest';
import { isAuthenticated, signUp } from '@app/shared/contract/auth.ts';
import { inviteCheck, packageInfo, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { signUpBody, testApi } from '../../../../testing/http/api.ts';
import { saveInviteCode, savePackage } from './package-queries.ts';

const api = testApi();
const spring = {
  ...standardPackage,
  baseSubscriptionFeeCents: 799,
  discount: 20,
  discountDurationInMonths: 3,
  trialMinutes: 60 * 1440,
};
const referral = 'REF-ADAS-FRIENDS-001';

beforeAll(async () => {
  const db = api.worker.global;
  const at = api.clock.now();
  await savePackage(db, {
    ...spring,
    packageId: 'spring',
    rateCardId: 'standard',
    description: 'Spring offer',
    changedAt: at,
  });
  await saveInviteCode(db, { code: 'SPRING', packageId: 'spring', personalAffiliateEmail: null, createdAt: at });
  await saveInviteCode(db, { code: 'LOST1', packageId: 'gone', personalAffiliateEmail: null, createdAt: at });
  const affiliate = { personalAffiliateEmail: 'ada@example.com', createdAt: at };
  await saveInviteCode(db, { code: referral, packageId: 'spring', ...affiliate });
});

test('a code leads to its package, ignoring case', async () => {
  expect(await api.browser().call(inviteCheck, { query: { code: ' spring ' } })).toEqual({
    packageId: 'spring',
    packageDescription: 'Spring offer',
    personalAffiliateEmail: null,
  });
  expect(await api.browser().call(inviteCheck, { query: { code: referral } })).toMatchObject({
    personalAffiliateEmail: 'ada@example.com',
  });
});

test.each(['AUTUMN', 'LOST1'])('the code %s leads to no package', async (code) => {
  expect(await api.browser().call(inviteCheck, { query: { code } })).toEqual({
    packageId: null,
    packageDescription: null,
    personalAffiliateEmail: null,
  });
});

test('the package of a code is public before the sign-up, and without a code it is the standard one', async () => {
  expect(await api.browser().call(packageInfo, { query: { code: 'SPRING' } })).toEqual(spring);
  expect(await api.browser().call(packageInfo, { query: { code: 'AUTUMN' } })).toEqual(standardPackage);
});

test('a sign-up with a code gets its trial and its fees', async () => {
  const owner = await api.owner({ inviteCode: 'spring' });

  expect(await owner.call(packageInfo, { query: {} })).toEqual(spring);
  const status = await owner.call(paymentStatusCall, { query: {} });
  expect(status.packageDetails.baseSubscriptionFeeCents).toBe(799);
  const trialMs = new Date(status.trialEndsAt ?? 0).getTime() - api.clock.now().getTime();
  expect(trialMs / 60_000).toBe(60 * 1440);
});

test.each([
  ['AUTUMN', 'There is no package with this promo or invite code'],
  ['LOST1', 'There is no package with this promo or invite code'],
  ['REF-TOO-SHORT', 'A code that begins with REF- has 20 characters'],
  ['x'.repeat(20), 'A code of 20 characters begins with REF-'],
])('a sign-up with the code %s is refused', async (inviteCode, message) => {
  const browser = api.browser();

  const refused = await browser.send(signUp, { body: { ...signUpBody('coded@example.com'), inviteCode } });

  expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  expect((await browser.send(isAuthenticated)).statusCode).toBe(401);
});

test('a network that tries many sign-ups is stopped', async () => {
  const browser = api.browser('198.51.100.10');
  const body = { ...signUpBody('another@example.com'), inviteCode: 'AUTUMN' };
  for (let tried = 0; tried < 100; tried += 1) {
    expect((await browser.send(signUp, { body })).statusCode).toBe(400);
  }

  expect((await browser.send(signUp, { body: signUpBody('another@example.com') })).statusCode).toBe(429);
});

test('a network that tries many codes is stopped', async () => {
  const browser = api.browser('198.51.100.9');
  for (let tried = 0; tried < 100; tried += 1) {
    await browser.call(inviteCheck, { query: { code: `TRY${tried}X` } });
  }

  expect((await browser.send(inviteCheck, { query: { code: 'SPRING' } })).statusCode).toBe(429);
});
