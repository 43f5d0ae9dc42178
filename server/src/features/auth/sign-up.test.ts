import { expect, test } from 'vitest';
import { isAuthenticated, logIn, signUp } from '@app/shared/contract/auth.ts';
import { getSettings } from '@app/shared/contract/accounts.ts';
import { paymentStatusCall } from '@app/shared/contract/billing.ts';
import { ownersPassword, signUpBody, testApi } from '../../../testing/http/api.ts';
import { dayMs } from '@app/shared/base/time.ts';

const api = testApi();

test('signing up opens an account with a trial of 30 days and logs in at once', async () => {
  const owner = await api.newcomer({ firstName: 'Grace', lastName: 'Hopper' });

  expect(await owner.call(isAuthenticated)).toEqual({
    email: owner.email,
    emailAddressId: expect.any(String),
    emailVerified: false,
    verificationEmailSent: true,
    anySellerAccountSetupCompleted: false,
    paymentStatus: 2,
    secondsSinceFirstSellerAccountCreated: null,
    intercomAppId: null,
    userHash: null,
    chat: null,
    isOwner: true,
    firstName: 'Grace',
    lastName: 'Hopper',
    nextDigestAt: null,
    lacksTwoFactor: false,
    deletedAt: null,
    maySetWatchdogs: true,
  });
  const { trialEndsAt } = await owner.call(paymentStatusCall, { query: {} });
  expect(new Date(trialEndsAt ?? 0).getTime()).toBe(api.clock.now().getTime() + 30 * dayMs);
});

test('after the trial an account without payment has a missing payment', async () => {
  const owner = await api.owner();
  api.clock.advance(30 * dayMs);
  await owner.call(logIn, { body: { email: owner.email, password: ownersPassword } });

  expect(await owner.call(paymentStatusCall, { query: {} })).toMatchObject({ paymentStatus: 1, canceled: false });
});

test('spaces and tabs are removed from the address', async () => {
  const owner = await api.owner({ email: ' spa ced\t@example.com ' });

  expect((await owner.call(isAuthenticated)).email).toBe('spaced@example.com');
});

test('the limit of 100 characters counts an address without the spaces that are pasted along', async () => {
  const email = `${'a'.repeat(88)}@example.com`;

  const owner = await api.owner({ email: `\u200b ${email} ` });
  await owner.call(logIn, { body: { email: ` \t${email}\u200b`, password: ownersPassword } });

  expect((await owner.call(isAuthenticated)).email).toBe(email);
});

test('a line break in a name becomes a space, because mails and chats are written with the name', async () => {
  const owner = await api.owner({ firstName: 'Ada\r\nMay', lastName: '\tKing\u2028', companyName: 'Brightkeel\nGmbH' });

  expect(await owner.call(isAuthenticated)).toMatchObject({ firstName: 'Ada May', lastName: 'King' });
  expect(await owner.call(getSettings)).toMatchObject({ companyName: 'Brightkeel GmbH' });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [undefined, null],
  ['Mars/Olympus', null],
])(
  'a sign-up in summer in Berlin with the zone %s stores the winter offset and daylight saving',
  async (given, timeZone) => {
    const owner = await api.owner({ timezoneOffsetMins: 120, ...(given === undefined ? {} : { timeZone: given }) });

    const told = { timezoneOffset: 1, timezoneAdjustToDST: true, timeZone };
    expect(await owner.call(getSettings)).toMatchObject(told);
  },
);

const refusals = [
  ['an address without a domain', { email: 'ada@' }, 'Please enter a valid e-mail address'],
  ['a short password', { password: 'a1b2c3d' }, 'Password needs to be minimum 8 characters long'],
  ['a password without a letter', { password: '1234567890' }, 'Password needs to contain a letter'],
  ['a password of letters only', { password: 'abcdefghij' }, 'Password needs to contain a digit or symbol'],
  [
    'a common password',
    { password: 'Summer2026!' },
    'This password is one of the first that anybody would try. Please choose another',
  ],
  ['an invite code without a package', { inviteCode: 'SPRING' }, 'There is no package with this promo or invite code'],
] as const;

test.each(refusals)('%s is refused, and no account is opened', async (_what, change, message) => {
  const body = { ...signUpBody('refused@example.com'), ...change };

  const refused = await api.browser().send(signUp, { body });

  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toBe(message);
  expect(refused.cookies.map(({ name }) => name)).not.toContain('watchpost_session');
  const signedUp = await api.browser().send(logIn, { body: { email: body.email, password: body.password } });
  expect(signedUp.statusCode).toBe(401);
});

test('an empty invite code counts as no code', async () => {
  const browser = api.browser();

  await browser.call(signUp, { body: { ...signUpBody('uninvited@example.com'), inviteCode: '' } });

  expect((await browser.call(isAuthenticated)).paymentStatus).toBe(2);
});

test('an address has one account, even when two people sign up with it at the same time', async () => {
  const twice = ['twin@example.com', 'TWIN@example.com'].map((email) =>
    api.browser().send(signUp, { body: signUpBody(email) }),
  );

  const responses = await Promise.all(twice);
  const later = await api.browser().send(signUp, { body: signUpBody('twin@example.com') });

  expect(responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([204, 409]);
  expect(later.json()).toMatchObject({ code: 'emailTaken' });
});
