import { expect, test } from 'vitest';
import { pushKey, subscribePush } from '@app/shared/contract/push.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { subscriptionBody } from '../../../../testing/http/endpoints.ts';

const api = testApi();

test('a browser subscribes with the key of this server', async () => {
  const owner = await api.owner();

  expect(await owner.call(pushKey)).toEqual({ publicKey: api.ctx.config.push?.publicKey });
  await expect(owner.call(subscribePush, { body: subscriptionBody('mine') })).resolves.toBeUndefined();
});

test.each([
  'http://push.services.mozilla.com/wpush/v2/plain',
  'https://127.0.0.1:5432/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/push',
  'https://database.internal/push',
  'file:///etc/passwd',
])('nothing is ever sent to %s: a push service is at a public address', async (endpoint) => {
  const owner = await api.owner();

  const refused = owner.call(subscribePush, { body: { ...subscriptionBody('bad'), endpoint } });

  await expect(refused).rejects.toMatchObject({ code: 'pushAddress' });
});

test('a key that nothing can be encrypted for is refused at once', async () => {
  const owner = await api.owner();
  const { endpoint, keys } = subscriptionBody('odd');

  const refused = owner.call(subscribePush, { body: { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } } });

  await expect(refused).rejects.toMatchObject({ code: 'pushAddress' });
});
