import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pushKey, subscribePush, unsubscribePush } from '@app/shared/contract/push.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { subscriptionBody } from '../../../../testing/http/endpoints.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { hashToken } from '../../../lib/secrets.ts';

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

/** The subscribed browsers of an account, by the address of the person who is told there. */
async function listBrowsers({ tenantId }: Owner): Promise<readonly { email: string; hash: string }[]> {
  const { rows } = await sql<{ email: string; hash: string }>`
    select e.email, s.endpoint_hash as hash
      from push_subscriptions s
      join email_addresses e
        on e.tenant_id = s.tenant_id
       and e.email_address_id = s.email_address_id
     where s.tenant_id = ${tenantId}
     order by s.created_at`.execute(api.worker.global);
  return rows;
}

const hashOf = (name: string): string => hashToken(subscriptionBody(name).endpoint);

test('a browser in which another person logs in and subscribes is told for this person alone', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const body = subscriptionBody('shared');

  await owner.call(subscribePush, { body });
  await user.call(subscribePush, { body });
  expect(await listBrowsers(owner)).toEqual([{ email: user.email, hash: hashOf('shared') }]);

  await owner.call(unsubscribePush, { body: { endpoint: body.endpoint } });
  expect(await listBrowsers(owner)).toHaveLength(1);
  await user.call(unsubscribePush, { body: { endpoint: body.endpoint } });
  expect(await listBrowsers(owner)).toEqual([]);
});

test('a person is told in twenty browsers at most, and the one that has subscribed first is left out', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  await user.call(subscribePush, { body: subscriptionBody('of-another-person') });
  const names = Array.from({ length: 21 }, (_, index) => `browser-${index}`);
  for (const name of names) {
    api.clock.advance(1000);
    await owner.call(subscribePush, { body: subscriptionBody(name) });
  }

  const hashes = (await listBrowsers(owner)).map(({ hash }) => hash);
  expect(hashes).toEqual(['of-another-person', ...names.slice(1)].map(hashOf));
});

test('a browser whose session another process has just ended is logged out, and not told', async () => {
  const owner = await api.owner();
  await owner.call(pushKey);
  await sql`delete from sessions where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  const refused = owner.call(subscribePush, { body: subscriptionBody('logged-out') });

  await expect(refused).rejects.toMatchObject({ code: 'notLoggedIn' });
  expect(await listBrowsers(owner)).toEqual([]);
});
