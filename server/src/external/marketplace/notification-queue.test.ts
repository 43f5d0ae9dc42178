import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering } from '../../../testing/observing/answering.ts';
import { openNotificationQueue, type NotificationQueue } from './notification-queue.ts';

const service = answering();
/** The SQS client refuses an answer without the MD5 of the body. */
const md5 = createHash('md5').update('{}').digest('hex');
const { signal } = new AbortController();
let queue: NotificationQueue;

const actions = () => service.asked.map(({ headers }) => String(headers['x-amz-target']).replace('AmazonSQS.', ''));
const hidings = () => actions().filter((action) => action === 'ChangeMessageVisibility').length;

const deliver = (receipt: string, attributes: object = {}) =>
  service.respond(({ headers }) =>
    headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage'
      ? {
          body: {
            Messages: [{ MessageId: 'm', Body: '{}', MD5OfBody: md5, ReceiptHandle: receipt, Attributes: attributes }],
          },
        }
      : { body: {} },
  );

beforeEach(() => {
  service.asked.length = 0;
  deliver('r', { ApproximateReceiveCount: '4' });
  const config = {
    endpoint: service.url,
    awsRegion: 'us-east-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  queue = openNotificationQueue({ ...config, queue: `${service.url}/1/queue` }, 0.2);
});
afterEach(() => queue.close());

test('without keys of its own the queue is read with those that the AWS SDK finds, such as a shared file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-aws-'));
  const file = join(folder, 'credentials');
  writeFileSync(file, '[default]\naws_access_key_id = AKIDSHARED\naws_secret_access_key = secret\n');
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
  const config = { endpoint: service.url, awsRegion: 'us-east-1', queue: `${service.url}/1/queue` };
  const found = openNotificationQueue({ ...config, credentials: null });

  await found.receive(signal);

  expect(service.asked[0]?.headers.authorization).toContain('Credential=AKIDSHARED/');
  found.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a message names how often it was delivered', async () => {
  expect(await queue.receive(signal)).toEqual([{ id: 'm', body: '{}', receipt: 'r', deliveries: 4 }]);
});

test('a message is kept from other workers until it is removed', async () => {
  const [message] = await queue.receive(signal);
  await expect.poll(hidings).toBeGreaterThan(1);

  if (message) await queue.remove(message);
  const before = hidings();
  await queue.receive(signal);
  await expect.poll(hidings).toBeGreaterThan(before);

  expect(actions()[0]).toBe('ReceiveMessage');
  expect(actions()).toContain('DeleteMessage');
});

test('a message that is kept is received again without another delivery, and stays hidden from other workers', async () => {
  const [message] = await queue.receive(signal);
  if (message) queue.keep(message);
  const before = hidings();

  expect(await queue.receive(signal)).toEqual([message]);
  expect(actions().filter((action) => action === 'ReceiveMessage')).toHaveLength(1);
  await expect.poll(hidings).toBeGreaterThan(before);
});

test('a worker that hangs gives its message up', async () => {
  await queue.receive(signal);
  await expect.poll(hidings).toBeGreaterThan(8);
  const { length } = service.asked;

  // The message of a second delivery is still held while the first one no longer is, which proves that time has passed.
  deliver('second');
  await queue.receive(signal);
  const receipts = () => service.asked.slice(length).map(({ body }) => body);
  await expect.poll(() => receipts().filter((body) => body.includes('"second"')).length).toBeGreaterThan(8);
  expect(
    receipts()
      .slice(-5)
      .filter((body) => body.includes('"r"')),
  ).toEqual([]);
});
