import { beforeEach, expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { inviteCheck, packageInfo } from '@app/shared/contract/billing.ts';
import { stateOfTheWorld, suppressedAlerts } from '@app/shared/contract/world.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { ownersPassword, testApi, type Owner } from '../../testing/http/api.ts';
import { adminCommands } from './commands.ts';
import { sendMessages } from '../../testing/mails/send-messages.ts';
import { helpOf, runAdmin } from './run-admin.ts';

const api = testApi();
let owner: Owner;
let other: Owner;

beforeEach(async () => {
  owner = await api.owner();
  other = await api.owner();
});

async function admin(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin({ ...api.ctx, db: api.worker, print: (line) => void lines.push(line) }, args);
  return lines.join('\n');
}

const announcementOf = async (viewer: Owner) => (await viewer.call(stateOfTheWorld, { query: {} })).announcement;
const groupOf = async (viewer: Owner, type: string) =>
  (await viewer.call(stateOfTheWorld, { query: {} })).watchDogs[type];

test('an announcement for one tenant is shown to that tenant only, also to browsers with an older state', async () => {
  const { state } = await owner.call(stateOfTheWorld, { query: {} });

  expect(await admin('announce', 'Maintenance on Saturday', '--tenant', owner.email)).toBe('Announced for 1 tenant.');

  // The process that answers learns of the announcement a moment after its commit.
  await expect
    .poll(() => owner.call(stateOfTheWorld, { query: { state } }).catch(() => null))
    .toMatchObject({ full: false, announcement: 'Maintenance on Saturday' });
  expect(await announcementOf(other)).toBeNull();
});

test('an announcement for all tenants is shown to all until it is cleared', async () => {
  await admin('announce', 'Hello', '--all');
  expect([await announcementOf(owner), await announcementOf(other)]).toEqual(['Hello', 'Hello']);

  await admin('announce', '--clear', '--all');
  expect([await announcementOf(owner), await announcementOf(other)]).toEqual([null, null]);
});

test('suppressed types are locked for the named tenant, by id or e-mail, and unlocked again', async () => {
  await admin('suppress', 'lostBuybox,PRICE', 'prime', '--tenant', owner.tenantId);

  expect(await owner.call(suppressedAlerts)).toEqual(['LOST_BUYBOX', 'PRICE', 'PRIME']);
  expect(await groupOf(owner, 'lostBuybox')).toMatchObject({ alertsEnabled: false });
  expect(await other.call(suppressedAlerts)).toEqual([]);

  await admin('suppress', 'price', '--undo', '--tenant', owner.email.toUpperCase());
  expect(await owner.call(suppressedAlerts)).toEqual(['LOST_BUYBOX', 'PRIME']);
  expect(await admin('features', '--tenant', owner.email)).toContain('  lostBuybox: locked');
});

test('a watchdog is in preview with 20, hidden with 21, and normally on again', async () => {
  await admin('status', 'preview', 'price', '--tenant', owner.email);
  await admin('status', '21', 'prime', '--tenant', owner.email);

  expect(await groupOf(owner, 'price')).toMatchObject({ status: 20 });
  expect(await groupOf(owner, 'prime')).toMatchObject({ status: 21 });
  expect(await groupOf(other, 'price')).toMatchObject({ status: 0 });

  await admin('status', 'on', 'price', 'prime', '--tenant', owner.email);
  expect(await groupOf(owner, 'price')).toMatchObject({ status: 0 });
  expect(await admin('features', '--tenant', owner.email)).toBe(`${owner.tenantId}: every watchdog is on`);
});

test('a package is stored and changed field by field, and codes lead to it until they are removed', async () => {
  await admin('package', 'spring', '--base-fee', '7.99', '--discount', '20', '--months', '3', '--trial-days', '60');
  await admin('package', 'spring', '--description', 'Spring offer');
  await admin('code', 'spring-26', 'spring');

  const invited = await api.owner({ inviteCode: 'SPRING-26' });
  expect(await invited.call(packageInfo, { query: {} })).toMatchObject({
    baseSubscriptionFeeCents: 799,
    discount: 20,
    discountDurationInMonths: 3,
    trialMinutes: 86_400,
    waitMinutes: 7,
  });
  expect(await admin('packages')).toContain('spring  Spring offer: 7.99 USD base');
  expect(await admin('tenants', invited.email)).toContain('package spring by SPRING-26');

  await admin('code', 'SPRING-26', '--remove');
  const gone = await api.browser().call(inviteCheck, { query: { code: 'SPRING-26' } });
  expect(gone).toMatchObject({ packageId: null });
});

test.each([
  [['fly'], 'There is no “admin fly”'],
  [['announce', 'Hello'], 'Say for whom: --tenant WHO, or --all.'],
  [['announce', 'Hello', '--all', '--tenant', 'x'], '--tenant and --all exclude each other.'],
  [['announce', '--all'], 'Say what to announce'],
  [['announce', 'x'.repeat(501), '--all'], 'at most 500 characters'],
  [['announce', 'Hello', '--tenant', 'nobody@example.com'], 'There is no tenant “nobody@example.com”'],
  [['suppress', 'dragons', '--all'], 'There is no watchdog “dragons”. There are: amazonChoiceBadge'],
  [['status', 'loud', 'price', '--all'], '“loud” is no status'],
  [['status', 'constructor', 'price', '--all'], '“constructor” is no status'],
  [['package', 'sp ring'], 'A package has a name'],
  [['package', 'spring', '--base-fee', '9,99'], '--base-fee is an amount of USD'],
  [
    ['package', 'spring', '--trial-days', '1', '--trial-minutes', '5'],
    '--trial-days and --trial-minutes exclude each other.',
  ],
  [['package', 'spring', '--discount', '101'], '--discount is a whole number from 0 to 100.'],
  [['code', 'AB', 'spring'], 'A code has 5 to 20 characters.'],
  [['code', 'REF-1', 'spring'], 'A code that begins with REF- has 20 characters.'],
  [['code', 'AUTUMN', 'nothing'], 'There is no package “nothing”'],
  [['code', 'AUTUMN', '--remove'], 'There is no code AUTUMN.'],
  [['delete-tenant', 'a@example.com', 'b@example.com'], '“b@example.com” is too much.'],
  [['exempt', 'a@example.com', 'off', 'b@example.com'], '“b@example.com” is too much.'],
  [['refund', 'a@example.com', '17', '5.00', '6.00'], '“6.00” is too much.'],
  [['invoices', 'a@example.com', 'b@example.com'], '“b@example.com” is too much.'],
  [['features', 'price', '--all'], '“price” is too much.'],
  [['packages', 'spring'], '“spring” is too much.'],
  [['rates', 'standard'], '“standard” is too much.'],
  [['code', 'AUTUMN', 'spring', 'summer'], '“summer” is too much.'],
  [['set-aside', 'retry', 'message', 'a@example.com', '1', '--reason', 'mended'], 'Name the work as the list does'],
  [['set-aside', 'retry', 'turn', 'a@example.com', 'digests', '--reason', 'mended'], 'Name the work as the list does'],
  [['set-aside', 'drop', 'notification', '1', 'late', '--reason', 'too'], 'Name the work as the list does'],
  [['redrive', 'late', '--reason', 'too'], '“late” is too much.'],
  [['set-aside', 'drop', 'notification', '1', '--reason', 'no'], 'Say why, in 3 to 300 characters'],
  [['set-aside', 'drop', 'notification', '1', '--reason', '   '], 'Say why, in 3 to 300 characters'],
  [['redrive', '--reason', 'x'.repeat(301)], 'Say why, in 3 to 300 characters'],
  [['package', 'spring', '--base-fee', '-1'], /^Option '--base-fee' argument is ambiguous\. npm start [^\n]+$/],
  [['tenants', '--loud'], "Unknown option '--loud'. npm start -- admin tenants --help says what there is."],
])('%j is answered with one line', async (args, line) => {
  const before = await announcementOf(owner);

  await expect(admin(...args)).rejects.toThrow(line);

  expect(await announcementOf(owner)).toBe(before);
});

test('the help explains every command, and each command explains itself', async () => {
  for (const { name, help } of adminCommands) {
    expect(helpOf(['--help'])).toContain(help);
    expect(await admin(name, '--help')).toContain(help);
  }
  expect(helpOf(['announce', 'Hello', '--all'])).toBeNull();
});

test('a user whose second step an operator has removed logs in again with the password only', async () => {
  await withClient(api.database.superuserUrl, (client) =>
    client.query(`update email_addresses set two_factor_since = now() where tenant_id = $1`, [owner.tenantId]),
  );

  expect(await admin('second-step-away', ` ${owner.email.toUpperCase()}`)).toBe(
    `${owner.email} logs in with the password alone. Sessions ended: 1.`,
  );

  api.clock.advance(1000);
  expect((await owner.send(isAuthenticated)).statusCode).toBe(401);
  const answer = await api.browser().send(logIn, { body: { email: owner.email, password: ownersPassword } });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  await sendMessages({ ...api.ctx, db: api.worker });
  expect(api.mails.at(-1)).toMatchObject({
    to: owner.email,
    text: expect.stringContaining('The support of Watchpost'),
  });
  await expect(admin('second-step-away', 'nobody@example.com')).rejects.toThrow('is no address that logs in');
});

test('nobody is logged out, or told of a second step that was taken away, who has none', async () => {
  await expect(admin('second-step-away', owner.email)).rejects.toThrow(`${owner.email} has no second step.`);

  expect((await owner.send(isAuthenticated)).statusCode).toBe(200);
  await sendMessages({ ...api.ctx, db: api.worker });
  const texts = api.mails.filter(({ to }) => to === owner.email).map(({ text }) => text);
  expect(texts.join('\n')).not.toContain('The support of Watchpost');
});

test('the list of packages says how many products the fees pay for', async () => {
  await admin('package', 'autumn', '--plan', 'package', '--base-products', '100', '--addon-products', '1');

  expect(await admin('packages')).toContain(
    'autumn  autumn: 9.99 USD base for 100 products, 0.00 USD for each addon of 1 product;',
  );
});

test('an operator ends all sessions of a person', async () => {
  const person = await api.owner();
  const otherBrowser = api.browser();
  await otherBrowser.call(logIn, { body: { email: person.email, password: ownersPassword } });
  const program = await person.createToken();
  const isOut = async (of: typeof otherBrowser) => (await of.send(isAuthenticated)).statusCode === 401;

  expect(await admin('log-out', person.email)).toBe(`${person.email} has to log in again. Sessions ended: 2.`);

  api.clock.advance(1000);
  expect([await isOut(person), await isOut(otherBrowser), await isOut(other)]).toEqual([true, true, false]);
  const asked = await api.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${program}` } });
  expect(asked.statusCode).toBe(401);
  await expect(admin('log-out', 'nobody@example.com')).rejects.toThrow('is no address that logs in');
});

test('an operator plans the deletion of a tenant, as its owner can, and takes it back', async () => {
  const deletedOn = new Date(api.clock.now().getTime() + 14 * dayMs).toISOString();
  expect(await admin('delete-tenant', owner.email)).toContain(deletedOn.slice(0, 10));
  expect(await owner.call(isAuthenticated)).toMatchObject({ deletedAt: deletedOn });
  expect(await other.call(isAuthenticated)).toMatchObject({ deletedAt: null });

  await admin('delete-tenant', owner.email, '--take-back');
  expect(await owner.call(isAuthenticated)).toMatchObject({ deletedAt: null });
  await sendMessages({ ...api.ctx, db: api.worker });
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your Watchpost account stays' });
  await expect(admin('delete-tenant', owner.email, '--take-back')).rejects.toThrow('No deletion');
});
