import { expect, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { decideConsent } from '@app/shared/contract/oauth.ts';
import { addPasskey, startPasskey } from '@app/shared/contract/two-factor.ts';
import { someoneWaits } from '../../../../testing/database/database.ts';
import { automationClient, testApi, type Owner } from '../../../../testing/http/api.ts';
import { passkeyDevice } from '../../../../testing/http/passkey-device.ts';
import { endAccess } from '../end-access.ts';
import { setPasswordHash } from '../mails/password-queries.ts';

const api = testApi();

type Sending = Promise<LightMyRequestResponse>;

/**
 * Sends a call while the password of its person is being reset: after the new password is set, and before or after all
 * access is ended. Returns the answer.
 */
async function sendDuringReset(
  owner: Owner,
  { send, isLate }: { readonly send: () => Sending; readonly isLate: boolean },
): Promise<LightMyRequestResponse> {
  const { tenantId } = owner;
  const { emailAddressId } = await owner.call(isAuthenticated);
  const key = { tenantId, emailAddressId };
  const [answer] = await api.worker.tenant(tenantId, async (tx) => {
    await setPasswordHash(tx, { ...key, passwordHash: 'a new one' });
    if (isLate) await endAccess(tx, key);
    const sent = send();
    await Promise.race([sent, someoneWaits(api.database)]);
    if (!isLate) await endAccess(tx, key);
    return [sent];
  });
  return answer;
}

const ended = [401, 'notLoggedIn'];
const refusalOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().code];

test.each([false, true])(
  'no access token is created while the sessions of its person end (after them: %s)',
  async (isLate) => {
    const owner = await api.owner();
    const body = { name: 'A program', scopes: ['catalogue:read' as const], expiresInDays: 30 };

    const answer = await sendDuringReset(owner, { send: () => owner.send(createAccessToken, { body }), isLate });

    expect(refusalOf(answer)).toEqual(ended);
  },
);

test('no program gets a code while the sessions of its person end', async () => {
  const owner = await api.owner();
  const request = {
    client_id: automationClient.id,
    redirect_uri: automationClient.redirectUris[0] ?? '',
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  };
  const send = () => owner.send(decideConsent, { body: { request, isAllowed: true } });

  expect(refusalOf(await sendDuringReset(owner, { send, isLate: true }))).toEqual(ended);
});

test('no passkey is added while the sessions of its person end', async () => {
  const owner = await api.owner();
  const { options } = await owner.call(startPasskey);
  const response = passkeyDevice().register({ challenge: options.challenge, origin: 'http://watchpost.test' });
  const send = () => owner.send(addPasskey, { body: { name: 'A key', response } });

  expect(refusalOf(await sendDuringReset(owner, { send, isLate: false }))).toEqual(ended);
});
