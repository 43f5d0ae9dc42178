import { beforeAll, expect, test } from 'vitest';
import { putSettings } from '@app/shared/contract/accounts.ts';
import { changeChannel } from '@app/shared/contract/channels.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import { checksumsOf } from '../testing/database/tables.ts';
import { ownersPassword, testApi } from '../testing/http/api.ts';
import { endpoints, exampleOf } from '../testing/http/endpoints.ts';
import { buildPopulatedOwner, type PopulatedOwner } from '../testing/http/populated-owner.ts';
import { addUser, type User } from '../testing/http/users.ts';

const api = testApi();
const checksums = checksumsOf(api.database);
let owner: PopulatedOwner;
let user: User;

/** An owner whose password was given a quarter of an hour ago. */
beforeAll(async () => {
  owner = await buildPopulatedOwner(api);
  user = await addUser(api, owner);
  api.clock.advance(15 * minuteMs);
});

const guarded = endpoints.filter(({ endpoint }) => endpoint.needsProof === true);
const codeOf = (answer: { readonly statusCode: number; json(): { code: string } }): string | null =>
  answer.statusCode >= 400 ? answer.json().code : null;

test('log-ins, users, webhooks, tokens, exports and deletions need the password again', () => {
  expect(new Set(guarded.map(({ name }) => name))).toEqual(
    new Set([
      'addUser',
      'addChannel',
      'newChannelSecret',
      'removeChannel',
      'createAccessToken',
      'endSession',
      'endOtherSessions',
      'googleSheetsAuthorizationUrl',
      'deleteSeller',
      'startApp',
      'confirmApp',
      'removeApp',
      'startPasskey',
      'addPasskey',
      'removePasskey',
      'renewRecoveryCodes',
      'requireTwoFactor',
      'removeTwoFactorOf',
      'requestExport',
      'requestDeletion',
    ]),
  );
});

test.each(guarded)('$name changes nothing a quarter of an hour after the password was given', async (one) => {
  const before = await checksums();

  expect(codeOf(await owner.send(one.endpoint, exampleOf(one.name, owner)))).toBe('proofNeeded');
  expect(await checksums()).toEqual(before);
});

test('settings are saved without the password, unless they change who logs in and what they see', async () => {
  const { emailAddressId } = user;
  const save = async (body: object) => codeOf(await owner.send(putSettings, { body }));
  const change = (of: object) => ({ changedEmailAddresses: [{ emailAddressId, isNew: false, ...of }] });
  const accessOff = change({ sellersAccountAccessOff: owner.sellerAccountId });

  expect(await save({ instantAlert: true })).toBeNull();
  expect(await save(change({ subscribedToDailyDigestEmail: false }))).toBeNull();
  expect(await save(accessOff)).toBe('proofNeeded');
  expect(await save(change({ email: 'other@example.com' }))).toBe('proofNeeded');
  expect(await save({ deletedEmailAddresses: [emailAddressId] })).toBe('proofNeeded');
  await owner.call(provePassword, { body: { password: ownersPassword } });
  expect(await save(accessOff)).toBeNull();
});

test('a webhook is renamed and switched off without the password, and sent elsewhere only with it', async () => {
  const params = { channelId: owner.channelId };
  const change = async (body: object) => codeOf(await owner.send(changeChannel, { params, body }));
  api.clock.advance(15 * minuteMs);

  expect(await change({ name: 'Depot', isOn: false })).toBeNull();
  expect(await change({ address: 'https://hooks.example.com/other' })).toBe('proofNeeded');
});

test('right after the log-in nobody is asked for the password again', async () => {
  const fresh = await api.owner();

  expect(codeOf(await fresh.send(putSettings, { body: { deletedEmailAddresses: ['1'] } }))).toBe('notFound');
  for (const { name, endpoint } of guarded) {
    expect(codeOf(await fresh.send(endpoint, exampleOf(name, owner)))).not.toBe('proofNeeded');
  }
});
