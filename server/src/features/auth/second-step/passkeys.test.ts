import { expect, test } from 'vitest';
import { isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import * as twoFactor from '@app/shared/contract/two-factor.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { passkeyDevice, type PasskeyDevice } from '../../../../testing/http/passkey-device.ts';

const api = testApi();
const origin = 'http://watchpost.test';
const codeOf = (response: { json(): { code: string } }): string => response.json().code;

async function addTo(browser: Browser, device: PasskeyDevice, from = origin) {
  const { options } = await browser.call(twoFactor.startPasskey);
  const response = device.register({ challenge: options.challenge, origin: from });
  return browser.send(twoFactor.addPasskey, { body: { name: 'My key', response } });
}

async function firstStep(email: string) {
  const browser = api.browser();
  const answer = await browser.call(logIn, { body: { email, password: ownersPassword } });
  const { token = '', passkey } = answer?.secondStep ?? {};
  const finish = (
    response: Parameters<PasskeyDevice['use']>[0] | ReturnType<PasskeyDevice['use']>,
    by?: PasskeyDevice,
  ) =>
    browser.send(twoFactor.logInWithPasskey, {
      body: { token, response: 'response' in response ? response : (by ?? passkeyDevice()).use(response) },
    });
  return { browser, options: passkey, challenge: passkey?.challenge ?? '', finish };
}

test('a passkey works as the second step of a login and comes with recovery codes', async () => {
  const owner = await api.owner();
  const device = passkeyDevice();
  const added = await addTo(owner, device);
  expect(added.json().recoveryCodes).toHaveLength(10);
  expect((await owner.call(twoFactor.getTwoFactor)).passkeys).toMatchObject([{ name: 'My key', lastUsedAt: null }]);

  const { browser, options, challenge, finish } = await firstStep(owner.email);

  expect(options).toMatchObject({ rpId: 'watchpost.test', allowCredentials: [{ type: 'public-key' }] });
  expect((await finish({ challenge, origin }, device)).statusCode).toBe(204);
  expect((await browser.call(isAuthenticated)).email).toBe(owner.email);
  const { passkeys } = await owner.call(twoFactor.getTwoFactor);
  expect(passkeys[0]?.lastUsedAt).toBe(api.clock.now().toISOString());
});

test('a signature for another login, another page or by another passkey does not log in', async () => {
  const [owner, other] = [await api.owner(), await api.owner()];
  const [device, anothers] = [passkeyDevice(), passkeyDevice()];
  await addTo(owner, device);
  await addTo(other, anothers);
  const { challenge, finish } = await firstStep(owner.email);
  const signed = device.use({ challenge, origin });
  const next = await firstStep(owner.email);

  expect(codeOf(await next.finish(signed))).toBe('wrongPasskey');
  expect(codeOf(await finish({ challenge, origin: 'http://watchpost.example' }, device))).toBe('wrongPasskey');
  expect(codeOf(await finish({ challenge, origin }, anothers))).toBe('wrongPasskey');
  expect((await finish(signed)).statusCode).toBe(204);
  expect(codeOf(await finish(signed))).toBe('loginExpired');
});

test('a copied passkey is detected by its counter', async () => {
  const owner = await api.owner();
  const device = passkeyDevice();
  await addTo(owner, device);
  const one = await firstStep(owner.email);
  expect((await one.finish({ challenge: one.challenge, origin, counter: 7 }, device)).statusCode).toBe(204);

  const two = await firstStep(owner.email);
  expect(codeOf(await two.finish({ challenge: two.challenge, origin, counter: 7 }, device))).toBe('wrongPasskey');
});

test('a passkey is added once, for this page, in response to the challenge of this browser', async () => {
  const owner = await api.owner();
  const device = passkeyDevice();
  expect(codeOf(await addTo(owner, device, 'http://watchpost.example'))).toBe('wrongPasskey');
  const { options } = await owner.call(twoFactor.startPasskey);
  const response = device.register({ challenge: options.challenge, origin });
  const body = { name: 'My key', response };

  expect((await owner.send(twoFactor.addPasskey, { body })).statusCode).toBe(200);
  expect(codeOf(await owner.send(twoFactor.addPasskey, { body }))).toBe('wrongPasskey');
  expect(codeOf(await addTo(owner, device))).toBe('wrongPasskey');
  expect((await owner.call(twoFactor.getTwoFactor)).passkeys).toHaveLength(1);
});

test('after the last passkey is removed the login has no second step', async () => {
  const owner = await api.owner();
  await addTo(owner, passkeyDevice());
  await addTo(owner, passkeyDevice());
  const { passkeys } = await owner.call(twoFactor.getTwoFactor);
  expect(passkeys).toHaveLength(2);

  await owner.call(twoFactor.removePasskey, { params: { id: passkeys[0]?.id ?? '' } });
  expect((await firstStep(owner.email)).options).not.toBeUndefined();
  await owner.call(twoFactor.removePasskey, { params: { id: passkeys[1]?.id ?? '' } });

  expect((await firstStep(owner.email)).options).toBeUndefined();
});
