import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { isAuthenticated, logIn, resetPassword, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import {
  addUser,
  auditTrail,
  confirmEmail,
  emailAddresses,
  generateId,
  getSettings,
  putSettings,
  type SettingsChange,
} from '@app/shared/contract/accounts.ts';
import { apiMe } from '@app/shared/contract/public-api/account.ts';
import { sellerList } from '@app/shared/contract/sellers.ts';
import { putWatchdogSettings } from '@app/shared/contract/triage.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { openBrowser, type Browser } from '../../../../testing/http/browser.ts';
import { insertSellerAccount } from '../../../../testing/observing/seller-accounts.ts';
import { checksumsOf } from '../../../../testing/database/tables.ts';

const api = testApi();
const password = 'correct horse 7';
let owner: Owner;
let owners = 0;

beforeEach(async () => {
  owners += 1;
  owner = await api.owner({ email: `ada${owners}@example.com`, timezoneOffsetMins: 330, timeZone: 'Asia/Kolkata' });
});

const save = (browser: Browser, body: SettingsChange) => browser.call(putSettings, { body });
const refusal = async (browser: Browser, body: SettingsChange) => {
  const { statusCode, body: text } = await browser.send(putSettings, { body });
  return [statusCode, JSON.parse(text).code];
};
const read = (browser: Browser) => browser.call(getSettings);
const addressOf = async (browser: Browser, email: string) => {
  const found = (await read(browser)).emailAddresses.find((one) => one.email === email);
  if (!found) throw new Error(`${email} is not listed`);
  return found;
};
const checksums = checksumsOf(api.database);
const eventsOf = async () => (await owner.call(auditTrail, { query: {} })).events.toReversed();

async function newAddress(
  email: string,
  more: Partial<NonNullable<SettingsChange['changedEmailAddresses']>[number]> = {},
) {
  const { id } = await owner.call(generateId);
  await save(owner, { changedEmailAddresses: [{ emailAddressId: id, isNew: true, email, ...more }] });
  return addressOf(owner, email);
}

/** Extracts the token of the link in a mail. */
const linkIn = (text: string): string => /\S+(?:token=|#)(\S+)/.exec(text)?.[1] ?? '';

async function newUser(email: string) {
  await owner.call(addUser, { body: { email, firstName: 'Grace', lastName: 'Hopper' } });
  const token = linkIn(api.mails.at(-1)?.text ?? '');
  const browser = api.browser();
  await browser.call(resetPassword, { body: { newPassword: password, passwordResetToken: token } });
  await browser.call(logIn, { body: { email, password } });
  return browser;
}

/** Creates seller accounts of the owner, with products. */
const shops = async (...markers: string[]) => {
  const built = [];
  for (const marker of markers) {
    built.push(
      await withClient(api.database.superuserUrl, (client) =>
        insertSellerAccount(client, { tenantId: owner.tenantId, name: `${marker}${owners}` }),
      ),
    );
  }
  return built;
};

test('the owner reads the account with the fields and defaults of the specification', async () => {
  const [sellerId = ''] = await shops('ONE');

  const settings = await read(owner);

  const trialDays = (settings.periodEnd - settings.periodStart) / 86_400;
  expect([trialDays, settings.accountCreatedAt]).toEqual([30, Math.floor(api.clock.now().getTime() / 1000)]);
  expect(settings).toMatchObject({
    email: owner.email,
    isOwner: true,
    firstName: 'Ada',
    companyName: expect.any(String),
    dailyPricing: true,
    instantAlert: true,
    alertSubject: 'DETAILED',
    batchingIntervalMinutes: 60,
    timezoneOffset: 5,
    timeZone: 'Asia/Kolkata',
    showAdvertisementApiSettings: true,
    suppressedAlertTypes: [],
    sellerAccounts: [{ sellerId }],
    watchDogTypesToDisplayName: {
      BAD_REVIEW: 'Recent Review',
      KEYWORD: 'Keyword Tracking',
      PRICE: 'Price Change Alert',
      INVENTORY: 'FBA Stock',
      FBM_INVENTORY: 'FBM Stock',
    },
  });
  expect(settings.emailAddresses).toMatchObject([
    { email: owner.email, isPrimary: true, isUser: true, subscribedToNewsletter: true, allowedSellerAccounts: [] },
  ]);
  expect(Object.keys(settings.watchDogTypesToDisplayName)).toHaveLength(watchdogs.length);
});

test('a new address has the defaults of section 5 and the time zone of the owner, and gets a verification link', async () => {
  api.mails.length = 0;

  const added = await newAddress('warehouse@example.com', { alertTurnedOff: 'LOST_BUYBOX:GREEN' });

  expect(added).toMatchObject({
    isPrimary: false,
    isUser: false,
    isVerified: false,
    verificationEmailSent: true,
    subscribedToDailyDigestEmail: true,
    subscribedToNewsletter: false,
    timeZone: 'Asia/Kolkata',
    timezoneOffset: 5,
    alertsSettings: {
      PRICE: { RED: false, AMBER: false, GREEN: false },
      BAD_REVIEW: { RED: true, AMBER: true, GREEN: false },
      LOST_BUYBOX: { RED: true, AMBER: false, GREEN: false },
      LISTING_SUSPENDED: { RED: true },
    },
  });
  expect(api.mails.map(({ to }) => to)).toEqual(['warehouse@example.com']);
  await api.browser().call(confirmEmail, { body: { token: linkIn(api.mails[0]?.text ?? '') } });
  expect(await addressOf(owner, 'warehouse@example.com')).toMatchObject({ isVerified: true });
});

test('saved changes are stored, and the trail states who changed what, from which value to which', async () => {
  const [one = '', two = ''] = await shops('ONE', 'TWO');
  const { emailAddressId } = await newAddress('team@example.com');

  await save(owner, {
    firstName: 'Augusta',
    instantAlert: false,
    alertSubject: 'SIMPLE',
    batchingIntervalMinutes: 180,
    sellerAccountNewNames: { [one]: 'Flagship' },
    changedEmailAddresses: [
      {
        emailAddressId,
        email: 'team@example.com',
        subscribedToDailyDigestEmail: false,
        digestEmailHour: 18,
        timeZone: 'America/New_York',
        quietFromHour: 22,
        quietToHour: 6,
        alertTurnedOn: 'PRICE:RED,AMBER;SALES_DROP:RED',
        alertTurnedOff: 'LOST_BUYBOX:RED',
        sellersTurnedOff: one,
        sellersAccountAccessOff: two,
      },
    ],
  });

  const settings = await read(owner);
  expect(settings).toMatchObject({
    firstName: 'Augusta',
    instantAlert: false,
    alertSubject: 'SIMPLE',
    batchingIntervalMinutes: 180,
    sellerAccounts: [{ sellerId: one, nickName: 'Flagship' }, { sellerId: two }],
  });
  expect(settings.emailAddresses[1]).toMatchObject({
    subscribedToDailyDigestEmail: false,
    digestEmailHour: 18,
    timeZone: 'America/New_York',
    timezoneOffset: -5,
    quietFromHour: 22,
    quietToHour: 6,
    alertsSettings: { PRICE: { RED: true, AMBER: true, GREEN: false }, LOST_BUYBOX: { RED: false, GREEN: true } },
    unsubscribedSellerAccounts: [one],
    allowedSellerAccounts: [two],
  });
  const events = (await eventsOf()).filter(({ actor }) => actor === owner.email);
  expect(events.map(({ action, subject, details }) => [action, subject, details])).toEqual([
    ['address added', 'team@example.com', {}],
    ['name changed', owner.email, { 'first name': { from: 'Ada', to: 'Augusta' } }],
    ['access changed', 'team@example.com', { 'no access to': { from: [], to: [expect.stringContaining('TWO')] } }],
    [
      'preferences changed',
      'team@example.com',
      { 'not told about': { from: [], to: [expect.stringContaining('ONE')] } },
    ],
    ['alerts changed', 'team@example.com', expect.objectContaining({ PRICE: { from: [], to: ['RED', 'AMBER'] } })],
    ['preferences changed', 'team@example.com', expect.objectContaining({ 'digest hour': { from: 7, to: 18 } })],
    ['alert delivery changed', 'account', expect.objectContaining({ subject: { from: 'DETAILED', to: 'SIMPLE' } })],
    ['seller account renamed', expect.stringContaining('ONE'), { nickname: { from: null, to: 'Flagship' } }],
  ]);
});

type RefusedChange = [string, (ids: { own: string; primary: string }) => SettingsChange, [number, string]];
const wrongs: readonly RefusedChange[] = [
  ['an invalid address', ({ own }) => of(own, { email: 'nobody' }), [400, 'invalidEmail']],
  ['an address twice', ({ own }) => of(own, { email: 'LISTED@example.com' }), [409, 'emailListed']],
  ['an unknown type', ({ own }) => of(own, { alertTurnedOn: 'NOTHING:RED' }), [400, 'badRequest']],
  ['a colour that the type does not have', ({ own }) => of(own, { alertTurnedOn: 'PRIME:GREEN' }), [400, 'badRequest']],
  ['an invalid alert string', ({ own }) => of(own, { alertTurnedOn: 'PRICE' }), [400, 'badRequest']],
  ['an unknown seller account', ({ own }) => of(own, { sellersAccountAccessOff: '999999' }), [404, 'notFound']],
  ['quiet hours without an end', ({ own }) => of(own, { quietFromHour: 22 }), [400, 'badRequest']],
  ['an unknown zone', ({ own }) => of(own, { timeZone: 'Mars/Olympus' }), [400, 'badRequest']],
  ['an offset of 13 hours', ({ own }) => of(own, { timezoneOffset: 13 }), [400, 'badRequest']],
  ['an unknown address', () => of('999999', { digestEmailHour: 3 }), [404, 'notFound']],
  ['deleting the primary address', ({ primary }) => ({ deletedEmailAddresses: [primary] }), [400, 'badRequest']],
  [
    'the primary address without product updates',
    ({ primary }) => of(primary, { subscribedToNewsletter: false }),
    [400, 'badRequest'],
  ],
  ['another primary address', ({ primary }) => of(primary, { email: 'new@example.com' }), [400, 'badRequest']],
  ['half an hour of batching', () => ({ batchingIntervalMinutes: 30 }), [400, 'badRequest']],
  ['an empty name', () => ({ firstName: ' ' }), [400, 'badRequest']],
];

test('nothing of a save is stored when any part of it is refused', async () => {
  const { emailAddressId: primary } = await addressOf(owner, owner.email);
  await newAddress('listed@example.com');
  const { emailAddressId: own } = await newAddress('own@example.com');
  const { id } = await owner.call(generateId);
  const fine = { emailAddressId: id, isNew: true, email: 'fine@example.com' };
  const before = await checksums();

  for (const [what, wrong, expected] of wrongs) {
    const bad = wrong({ own, primary });
    const changedEmailAddresses = [fine, ...(bad.changedEmailAddresses ?? [])];
    const refused = await refusal(owner, { instantAlert: false, ...bad, changedEmailAddresses });
    expect([what, refused]).toEqual([what, expected]);
  }
  expect(await checksums()).toEqual(before);
});

const of = (
  emailAddressId: string,
  change: Omit<NonNullable<SettingsChange['changedEmailAddresses']>[number], 'emailAddressId'>,
): SettingsChange => ({ changedEmailAddresses: [{ emailAddressId, ...change }] });

test('a user sees their own seller accounts and the e-mail of the primary address, and can change only their own preferences', async () => {
  const [one = '', two = ''] = await shops('ONE', 'TWO');
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const { emailAddressId } = await addressOf(owner, email);
  await newAddress('colleague@example.com');
  await save(owner, of(emailAddressId, { sellersAccountAccessOff: two }));

  const settings = await read(user);
  expect(settings).toMatchObject({ email, isOwner: false, firstName: 'Grace', sellerAccounts: [{ sellerId: one }] });
  expect(settings.sellerAccounts).toHaveLength(1);
  expect(settings.emailAddresses).toMatchObject([
    { email: owner.email, isPrimary: true, firstName: '', alertsSettings: {} },
    { email, allowedSellerAccounts: [] },
  ]);
  const listed = await user.call(emailAddresses);
  expect(listed.emailAddresses.map((address) => address.email)).toEqual([owner.email, email]);

  await save(
    user,
    of(emailAddressId, { email, digestEmailHour: 9, quietFromHour: 20, quietToHour: 7, sellersTurnedOff: one }),
  );
  expect(await addressOf(user, email)).toMatchObject({ digestEmailHour: 9, unsubscribedSellerAccounts: [one] });
  const primary = settings.emailAddresses[0]?.emailAddressId ?? '';
  const { emailAddressId: colleague } = await addressOf(owner, 'colleague@example.com');
  const { id } = await user.call(generateId);
  const before = await checksums();
  const refused = [
    await refusal(user, of(emailAddressId, { email: 'other@example.com' })),
    await refusal(user, of(emailAddressId, { sellersAccountAccessOn: one })),
    await refusal(user, of(emailAddressId, { sellersTurnedOff: two })),
    await refusal(user, of(primary, { digestEmailHour: 9 })),
    await refusal(user, of(colleague, { digestEmailHour: 9 })),
    await refusal(user, of(id, { isNew: true, email: 'mine@example.com' })),
    await refusal(user, { deletedEmailAddresses: [colleague] }),
    await refusal(user, { sellerAccountNewNames: { [one]: 'Mine' } }),
    await refusal(user, { instantAlert: false }),
    await refusal(user, { firstName: 'Admiral' }),
  ];
  expect(refused.map(([status]) => status)).toEqual([403, 403, 404, 403, 404, 403, 403, 403, 403, 403]);
  expect(await checksums()).toEqual(before);
});

test('a user who sends back the settings that were read does not rename the owner', async () => {
  const user = await newUser(`grace${owners}@example.com`);
  const { firstName, lastName } = await user.call(getSettings);

  await user.call(putSettings, { body: { firstName, lastName } });

  const { firstName: ofOwner } = await owner.call(getSettings);
  expect([firstName, ofOwner]).toEqual(['Grace', 'Ada']);
});

test('a user reads whether the address of the owner is confirmed', async () => {
  const user = await newUser(`grace${owners}@example.com`);
  const stateOfOwner = async () => (await addressOf(user, owner.email)).isVerified;
  expect(await stateOfOwner()).toBe(true);

  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set verified_at = null where tenant_id = ${owner.tenantId} and is_primary`.execute(tx),
  );

  expect(await stateOfOwner()).toBe(false);
});

const put = async (browser: Browser) => {
  const input = { params: { type: 'amazonChoiceBadge' }, body: { sensitivity: 'LOW' } };
  return (await browser.send(putWatchdogSettings, input)).statusCode;
};

test('settings of watchdogs are changed by the owner and by users who see every seller account', async () => {
  const [, two = ''] = await shops('ONE', 'TWO');
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const mayPut = async () => [(await user.call(isAuthenticated)).maySetWatchdogs, await put(user)];
  expect([await put(owner), ...(await mayPut())]).toEqual([200, true, 200]);

  const { emailAddressId } = await addressOf(owner, email);
  await save(owner, of(emailAddressId, { sellersAccountAccessOff: two }));

  expect(await mayPut()).toEqual([false, 403]);
});

test('removing access takes effect at once, also for a browser that holds the old state', async () => {
  const [one = ''] = await shops('ONE');
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const { emailAddressId } = await addressOf(owner, email);
  const { state, products } = await user.call(stateOfTheWorld, { query: {} });
  expect(products).toHaveLength(1);

  await save(owner, of(emailAddressId, { sellersAccountAccessOff: one }));

  expect(await user.call(stateOfTheWorld, { query: { state } })).toMatchObject({ full: true, products: [] });
  expect((await user.call(sellerList)).sellerAccounts).toEqual([]);
  await save(owner, of(emailAddressId, { sellersAccountAccessOn: one }));
  expect((await user.call(sellerList)).sellerAccounts).toHaveLength(1);
});

test('a deleted user is logged out at once and cannot log in, and their pending mail is dropped', async () => {
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const { emailAddressId } = await addressOf(owner, email);
  await withClient(api.database.superuserUrl, (client) =>
    client.query(
      `insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, state, next_attempt_at)
       values ($1, now(), 1, $2, 'mail', 'pending', now())`,
      [owner.tenantId, emailAddressId],
    ),
  );
  await user.call(isAuthenticated);

  await save(owner, { deletedEmailAddresses: [emailAddressId] });

  expect((await user.send(isAuthenticated)).statusCode).toBe(401);
  expect((await api.browser().send(logIn, { body: { email, password } })).statusCode).toBe(401);
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql`select d.state from deliveries d where d.tenant_id = ${owner.tenantId}`.execute(tx),
  );
  expect(rows).toEqual([{ state: 'failed' }]);
  expect((await eventsOf()).at(-1)).toMatchObject({ action: 'user deleted', subject: email });
  await newUser(email);
});

test('an address that a save deletes twice is deleted once', async () => {
  const { emailAddressId } = await newAddress(`twice${owners}@example.com`);

  await save(owner, { deletedEmailAddresses: [emailAddressId, emailAddressId] });

  expect((await eventsOf()).filter(({ action }) => action === 'address deleted')).toHaveLength(1);
});

test('a changed e-mail is unconfirmed, replaces the old one at login, which is told so, and must not log in elsewhere', async () => {
  const email = `grace${owners}@example.com`;
  await newUser(email);
  const { emailAddressId } = await addressOf(owner, email);
  const other = await api.owner({ email: `taken${owners}@example.com` });
  api.mails.length = 0;

  expect(await refusal(owner, of(emailAddressId, { email: other.email }))).toEqual([409, 'loginTaken']);
  await save(owner, of(emailAddressId, { email: `Hopper${owners}@example.com` }));

  const unconfirmed = await addressOf(owner, `Hopper${owners}@example.com`);
  expect(unconfirmed).toMatchObject({ isVerified: false, isInvited: false });
  expect(api.mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    `${email}: Your log-in has another address now`,
    `Hopper${owners}@example.com: Verify your e-mail address`,
  ]);
  const tryToLogIn = async (name: string) =>
    (await api.browser().send(logIn, { body: { email: name, password } })).statusCode;
  expect([await tryToLogIn(email), await tryToLogIn(`hopper${owners}@example.com`)]).toEqual([401, 204]);
});

test('a user whose address was changed is logged out, and a link sent to the former mailbox is of no use', async () => {
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const token = await user.createToken();
  await api.browser().call(sendPasswordResetEmail, { body: { email } });
  const link = linkIn(api.mails.at(-1)?.text ?? '');
  const { emailAddressId } = await addressOf(owner, email);

  await save(owner, of(emailAddressId, { email: `Hopper${owners}@example.com` }));

  expect((await user.send(getSettings)).statusCode).toBe(401);
  expect((await openBrowser(api.app, { token }).send(apiMe)).statusCode).toBe(401);
  const reset = await user.send(resetPassword, { body: { newPassword: password, passwordResetToken: link } });
  expect(reset.json().code).toBe('resetExpired');
  expect((await owner.send(getSettings)).statusCode).toBe(200);
});

test('an address in another case is the same: it stays confirmed, its user stays logged in, and nothing is mailed', async () => {
  const email = `grace${owners}@example.com`;
  const user = await newUser(email);
  const { emailAddressId } = await addressOf(owner, email);
  api.mails.length = 0;

  await save(owner, of(emailAddressId, { email: `Grace${owners}@Example.com` }));

  expect(await addressOf(owner, `Grace${owners}@Example.com`)).toMatchObject({ isVerified: true });
  expect(await user.call(isAuthenticated)).toMatchObject({ email: `Grace${owners}@Example.com`, emailVerified: true });
  expect(api.mails).toEqual([]);
});

test('an offset without a zone applies and removes the zone, and an unchanged offset changes nothing', async () => {
  const { emailAddressId } = await addressOf(owner, owner.email);

  await save(owner, of(emailAddressId, { timezoneOffset: 5, digestEmailHour: 6 }));
  expect(await read(owner)).toMatchObject({ timezoneOffset: 5, timeZone: 'Asia/Kolkata' });
  await save(owner, of(emailAddressId, { timezoneOffset: -8, timezoneAdjustToDST: false }));

  expect(await read(owner)).toMatchObject({ timezoneOffset: -8, timeZone: null, timezoneAdjustToDST: false });
});

test('access to one of two seller accounts with the same name is exchanged for access to the other', async () => {
  const [one = '', two = ''] = await shops('ONE', 'TWO');
  await save(owner, { sellerAccountNewNames: { [one]: 'Shop', [two]: 'Shop' } });
  const { emailAddressId, email } = await newAddress('desk@example.com', { sellersAccountAccessOff: one });

  await save(owner, of(emailAddressId, { sellersAccountAccessOn: one, sellersAccountAccessOff: two }));

  expect((await addressOf(owner, email)).allowedSellerAccounts).toEqual([two]);
});

test('an address whose zone is taken away has the whole hours that the settings show', async () => {
  const { emailAddressId } = await addressOf(owner, owner.email);

  await save(owner, of(emailAddressId, { timeZone: null }));

  expect(await read(owner)).toMatchObject({ timezoneOffset: 5, timeZone: null });
  const { rows } = await sql<{ minutes: number }>`
    select timezone_offset_minutes as minutes
      from email_addresses
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([{ minutes: 5 * 60 }]);
});

test('a new user is invited by mail, a recipient becomes a user with unchanged settings, and a login belongs to one account', async () => {
  const { emailAddressId } = await newAddress(`desk${owners}@example.com`, { digestEmailHour: 15 });
  const body = { firstName: 'Grace', lastName: 'Hopper' };
  api.mails.length = 0;

  const converted = await owner.call(addUser, { body: { ...body, email: `DESK${owners}@example.com` } });
  const again = await owner.call(addUser, { body: { ...body, email: `desk${owners}@example.com` } });

  expect([converted, again]).toEqual([{ emailAddressId }, { emailAddressId }]);
  expect(api.mails.map(({ to }) => to)).toEqual(Array.from({ length: 2 }, () => `desk${owners}@example.com`));
  const kept = { isUser: true, digestEmailHour: 15 };
  expect(await addressOf(owner, `desk${owners}@example.com`)).toMatchObject({ ...kept, isInvited: true });
  const stranger = await api.owner({ email: `stranger${owners}@example.com` });
  const refused = await owner.send(addUser, { body: { ...body, email: stranger.email } });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'loginTaken']);
  const user = await newUser(`grace${owners}@example.com`);
  expect(await addressOf(owner, `grace${owners}@example.com`)).toMatchObject({ isUser: true, isInvited: false });
  expect((await user.send(addUser, { body: { ...body, email: 'x@example.com' } })).statusCode).toBe(403);
  expect((await user.send(auditTrail, { query: {} })).statusCode).toBe(403);
});

test('the trail states who was made a user, was invited again and was added', async () => {
  await newAddress(`desk${owners}@example.com`);
  const body = { firstName: 'Grace', lastName: 'Hopper' };
  for (const name of ['desk', 'desk', 'grace']) {
    await owner.call(addUser, { body: { ...body, email: `${name}${owners}@example.com` } });
  }

  const { events } = await owner.call(auditTrail, { query: {} });

  expect(events.slice(0, 3).map(({ action, subject }) => [action, subject])).toEqual([
    ['user added', `grace${owners}@example.com`],
    ['user invited again', `desk${owners}@example.com`],
    ['recipient made a user', `desk${owners}@example.com`],
  ]);
});

test('an account invites thirty users a day at most', async () => {
  const body = { firstName: 'Grace', lastName: 'Hopper' };
  const statuses = [];
  for (let n = 0; n < 31; n += 1) {
    const email = `invited${n}.${owners}@example.com`;
    statuses.push((await owner.send(addUser, { body: { ...body, email } })).statusCode);
  }

  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
  expect(statuses[30]).toBe(429);
});

test('the trail is read fifty events at a time, newest first', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into audit_events (tenant_id, at, actor, action, subject)
      select ${owner.tenantId}, now(), 'operator', 'announced', n::text from generate_series(1, 51) as n
      returning 1`.execute(tx),
  );

  const first = await owner.call(auditTrail, { query: {} });
  const older = await owner.call(auditTrail, { query: { before: first.events.at(-1)?.id ?? '' } });

  expect([first.events.length, first.hasMore, older.hasMore]).toEqual([50, true, false]);
  expect(Number(first.events[0]?.id)).toBeGreaterThan(Number(first.events[49]?.id));
});
