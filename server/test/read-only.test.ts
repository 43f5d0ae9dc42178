import { beforeAll, expect, test } from 'vitest';
import { addUser, emailAddresses, putSettings } from '@app/shared/contract/accounts.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../testing/http/api.ts';
import { endpoints, exampleOf, isForOperators, isStream } from '../testing/http/endpoints.ts';
import { populate, type PopulatedTenant } from '../testing/database/populate.ts';
import { checksumsOf } from '../testing/database/tables.ts';
import { setService } from '../testing/service.ts';

const api = testApi();
/** A tenant whose service is off. */
let off: Owner & PopulatedTenant;
/** A tenant whose service is on. */
let on: Owner & PopulatedTenant;

beforeAll(async () => {
  off = await populated('MARKERA');
  on = await populated('MARKERB');
  await setService(api.worker.global, off.tenantId, false);
  letCacheExpire();
});

async function populated(marker: string): Promise<Owner & PopulatedTenant> {
  const owner = await api.owner({ lastName: marker });
  const data = await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: owner.tenantId, marker }),
  );
  await owner.createToken();
  return Object.assign(owner, data);
}

const letCacheExpire = () => api.clock.advance(1000);
const checksums = checksumsOf(api.database);
/** Calls of operators concern the whole product and no service. */
const closed = endpoints.filter((one) => one.endpoint.access !== 'public' && !isStream(one) && !isForOperators(one));
const isRefused = { statusCode: 402, code: 'subscriptionOff' };

async function send(who: Owner & PopulatedTenant, { name, endpoint }: (typeof endpoints)[number]) {
  const answer = await who.send(endpoint, exampleOf(name, who));
  return { statusCode: answer.statusCode, code: answer.statusCode >= 400 ? answer.json().code : null };
}

const refused = closed.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.whileUnserved);
const allowed = closed.filter((one) => one.endpoint.method === 'GET' || one.endpoint.whileUnserved === true);

test.each(refused)('$name answers 402 while the service is off, and changes nothing', async (one) => {
  const before = await checksums();

  expect(await send(off, one)).toEqual(isRefused);
  expect(await checksums()).toEqual(before);
});

test.each(refused)('$name is allowed while the service is on', async (one) => {
  expect(await send(on, one)).not.toMatchObject(isRefused);
});

test.each(allowed)('$name is allowed while the service is off', async (one) => {
  expect(await send(off, one)).not.toMatchObject(isRefused);
});

const isBilling = ({ endpoint }: (typeof endpoints)[number]) => endpoint.path.startsWith('/api/billing/');

test('these changes are allowed while the service is off, and all of billing', () => {
  const declared = closed.filter(({ endpoint }) => endpoint.whileUnserved !== undefined);
  const changesOfBilling = closed.filter((one) => isBilling(one) && one.endpoint.method !== 'GET');

  expect(changesOfBilling.filter(({ endpoint }) => endpoint.whileUnserved !== true)).toEqual([]);
  expect(new Set(declared.filter((one) => !isBilling(one)).map(({ name }) => name))).toEqual(
    new Set([
      'extendSession',
      'endSession',
      'endOtherSessions',
      'changePassword',
      'provePassword',
      'startApp',
      'confirmApp',
      'removeApp',
      'startPasskey',
      'addPasskey',
      'removePasskey',
      'renewRecoveryCodes',
      'requestExport',
      'requestDeletion',
      'takeDeletionBack',
      'requireTwoFactor',
      'removeTwoFactorOf',
      'sendVerification',
      'putSettings',
      'createTicket',
      'revokeAccessToken',
      'unsubscribeHook',
      'unsubscribePush',
      'removeChannel',
      'revokeAuthorization',
      'revokeOwnAuthorization',
      'adDisconnect',
      'deleteSeller',
    ]),
  );
});

test('calls that are allowed only in part while the service is off are tested one by one', () => {
  const partly = endpoints.filter(({ endpoint }) => endpoint.whileUnserved === 'partly').map(({ name }) => name);

  expect(partly).toEqual(['putSettings']);
});

test('calls without a log-in do not declare that they are allowed: they always are', () => {
  const declared = endpoints.filter(({ endpoint }) => endpoint.whileUnserved !== undefined);

  expect(declared.filter(({ endpoint }) => endpoint.access === 'public' || endpoint.method === 'GET')).toEqual([]);
});

const user = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', timezoneOffsetMins: 60 };

test('while the service is off, the owner can remove users and change nothing else in the settings', async () => {
  const owner = await api.owner();
  await owner.call(addUser, { body: user });
  const listed = async () => (await owner.call(emailAddresses)).emailAddresses;
  const { emailAddressId = '' } = (await listed()).find(({ email }) => email === user.email) ?? {};
  await setService(api.worker.global, owner.tenantId, false);
  letCacheExpire();
  const save = (body: object) => owner.send(putSettings, { body }).then(({ statusCode }) => statusCode);

  expect(await save({ changedEmailAddresses: [{ emailAddressId, digestEmailHour: 9 }] })).toBe(402);
  expect(await save({ instantAlert: false, deletedEmailAddresses: [emailAddressId] })).toBe(402);
  expect(await save({ alertSubject: 'SIMPLE' })).toBe(402);
  expect(await save({ firstName: 'Augusta' })).toBe(402);
  expect(
    await save({ changedEmailAddresses: [{ emailAddressId: crypto.randomUUID(), isNew: true, email: 'a@b.example' }] }),
  ).toBe(402);
  expect((await listed()).map(({ email }) => email)).toContain(user.email);

  expect(await save({ deletedEmailAddresses: [emailAddressId] })).toBe(204);
  expect((await listed()).map(({ email }) => email)).not.toContain(user.email);
});

test('a session notices within a second that the service was turned off or on', async () => {
  const owner = await api.owner();
  const mute = () =>
    owner
      .request({ method: 'PUT', url: '/api/sentinel/watchdog/bulk-mute', payload: { minutes: 60, watchDogIds: [] } })
      .then(({ statusCode }) => statusCode);
  const whileOn = await mute();
  expect(whileOn).not.toBe(402);

  await setService(api.worker.global, owner.tenantId, false);
  letCacheExpire();
  expect(await mute()).toBe(402);
  expect(await owner.call(stateOfTheWorld, { query: {} })).toBeDefined();

  await setService(api.worker.global, owner.tenantId, true);
  letCacheExpire();
  expect(await mute()).toBe(whileOn);
});

test('a person who may not make a call at all is told that first', async () => {
  const answer = await api.browser().send(addUser, { body: user });

  expect(answer.statusCode).toBe(401);
});
