import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  addChannel,
  changeChannel,
  listChannels,
  newChannelSecret,
  removeChannel,
  testChannel,
} from '@app/shared/contract/channels.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { isSigned } from '../../../lib/webhook-signature.ts';

const api = testApi();
const open = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();

const hook = {
  kind: 'webhook',
  name: 'Pager',
  address: 'https://hooks.example.com/services/alerts?key=1234abcd',
} as const;

test('a channel gets the same alerts as an address, shows no more than the end of its address, and shows its secret once', async () => {
  const owner = await api.owner();

  const { channelId, secret } = await owner.call(addChannel, { body: hook });

  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { channels } = await owner.call(listChannels);
  expect(channels).toMatchObject([
    { channelId, kind: 'webhook', name: 'Pager', addressHint: 'https://hooks.example.com/…abcd', isOn: true },
  ]);
  expect(channels[0]?.alertsSettings).toMatchObject({
    PRICE: { RED: false, AMBER: false, GREEN: false },
    TOP_REVIEW: { RED: true, AMBER: true, GREEN: false },
    IMAGE_MISSING: { RED: true, AMBER: false, GREEN: false },
  });
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql`select * from channels where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  expect(JSON.stringify(rows)).not.toContain('1234abcd');
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test.each([
  ['webhook', 'http://hooks.example.com/x'],
  ['webhook', 'https://10.0.0.1/x'],
  ['webhook', 'https://localhost/x'],
  ['webhook', 'not an address'],
  ['slack', 'https://hooks.example.com/services/T/B/x'],
  ['slack', 'https://hooks.slack.com.example.com/services/T/B/x'],
] as const)('a %s is not taken at %s', async (kind, address) => {
  const owner = await api.owner();

  const added = await owner.send(addChannel, { body: { kind, name: 'Pager', address } });
  const { channelId } = await owner.call(addChannel, {
    body: { kind, name: 'Pager', address: 'https://hooks.slack.com/services/T0/B0/x' },
  });
  const changed = await owner.send(changeChannel, { params: { channelId }, body: { address } });

  for (const response of [added, changed]) {
    expect([response.statusCode, response.json().code]).toEqual([400, 'webhookAddress']);
  }
});

test('only the given fields of a channel are changed, and the audit trail names them', async () => {
  const owner = await api.owner();
  const { channelId } = await owner.call(addChannel, { body: hook });

  await owner.call(changeChannel, {
    params: { channelId },
    body: { name: 'Night', alertsSettings: { PRICE: { RED: true, AMBER: true, GREEN: false } } },
  });
  await owner.call(newChannelSecret, { params: { channelId } });
  await owner.call(removeChannel, { params: { channelId } });

  const { events } = await owner.call(auditTrail, { query: {} });
  const trail = events.map(({ action, subject, details }) => ({ action, subject, details }));
  expect(trail.filter(({ action }) => action.startsWith('channel'))).toEqual([
    { action: 'channel removed', subject: 'Night', details: {} },
    { action: 'channel secret changed', subject: 'Night', details: {} },
    {
      action: 'channel changed',
      subject: 'Pager',
      details: { name: { from: 'Pager', to: 'Night' }, alerts: { from: {}, to: { PRICE: ['RED', 'AMBER'] } } },
    },
    {
      action: 'channel added',
      subject: 'Pager',
      details: { kind: 'webhook', address: 'https://hooks.example.com/…abcd' },
    },
  ]);
});

test.each([
  [{ alertsSettings: { NO_SUCH: { RED: true, AMBER: true, GREEN: true } } }, 400],
  [{ unsubscribedSellerAccounts: ['999999'] }, 404],
])('%o is refused and changes nothing', async (body, status) => {
  const owner = await api.owner();
  const { channelId } = await owner.call(addChannel, { body: hook });
  const before = await owner.call(listChannels);

  expect((await owner.send(changeChannel, { params: { channelId }, body })).statusCode).toBe(status);
  expect(await owner.call(listChannels)).toEqual(before);
});

test('an account has twenty channels at most, also when they are added at once', async () => {
  const owner = await api.owner();
  for (let count = 0; count < 18; count += 1) await owner.call(addChannel, { body: hook });

  const answers = await Promise.all(Array.from({ length: 6 }, () => owner.send(addChannel, { body: hook })));

  expect((await owner.call(listChannels)).channels).toHaveLength(20);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((one) => [one.statusCode, one.json().code])).toEqual(
    Array.from({ length: 4 }, () => [409, 'channelLimit']),
  );
});

test('a test really sends, tells what became of it, and stands in the log', async () => {
  const owner = await open.owner();
  const { channelId, secret } = await owner.call(addChannel, { body: { ...hook, address: `${endpoint.url}/hook` } });
  const ask = () => owner.call(testChannel, { params: { channelId } });

  expect(await ask()).toEqual({ outcome: 'sent', error: null });
  const [asked] = endpoint.asked;
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    type: 'test',
    data: { message: expect.stringContaining('Pager') },
  });
  const signed = {
    id: String(asked?.headers['webhook-id']),
    timestamp: String(asked?.headers['webhook-timestamp']),
    signatures: String(asked?.headers['webhook-signature']),
    body: asked?.body ?? '',
  };
  expect(isSigned(secret ?? '', signed, open.clock.now())).toBe(true);
  open.clock.advance(1000);
  endpoint.respond(() => ({ status: 503 }));
  expect(await ask()).toEqual({ outcome: 'failed', error: 'It answered 503' });

  const { deliveries } = await owner.call(deliveryLog, { query: { channelId } });
  expect(deliveries).toMatchObject([
    { about: 'test', channel: 'webhook', to: 'Pager', outcome: 'failed', error: 'It answered 503' },
    { about: 'test', channel: 'webhook', to: 'Pager', outcome: 'sent', error: null, messageId: signed.id },
  ]);
});

test('for a day after a change of the secret the old one signs too', async () => {
  const owner = await open.owner();
  endpoint.respond(() => ({}));
  const { channelId, secret: old } = await owner.call(addChannel, {
    body: { ...hook, address: `${endpoint.url}/hook` },
  });
  const { secret } = await owner.call(newChannelSecret, { params: { channelId } });
  const signaturesOf = async () => {
    endpoint.asked.length = 0;
    await owner.call(testChannel, { params: { channelId } });
    const [asked] = endpoint.asked;
    const received = {
      id: String(asked?.headers['webhook-id']),
      timestamp: String(asked?.headers['webhook-timestamp']),
      signatures: String(asked?.headers['webhook-signature']),
      body: asked?.body ?? '',
    };
    return [secret, old].map((one) => isSigned(one ?? '', received, open.clock.now()));
  };

  expect(await signaturesOf()).toEqual([true, true]);
  open.clock.advance(24 * 3_600_000);
  expect(await signaturesOf()).toEqual([true, false]);
});
