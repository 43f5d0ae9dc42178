import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import fastify, { type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notificationsQueue } from '../environment.ts';
import { portOf } from '../http/listener.ts';
import { createManualClock } from '../world/clock.ts';
import { MessageQueue } from './queue.ts';
import { sqs } from './sqs.ts';

let clock: ReturnType<typeof createManualClock>;
let queue: MessageQueue;
let app: FastifyInstance;
let client: SQSClient;
let QueueUrl: string;

const clientOf = (accessKeyId: string) =>
  new SQSClient({
    endpoint: `http://127.0.0.1:${portOf(app.server)}/sqs`,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'anything' },
    maxAttempts: 1,
  });

beforeEach(async () => {
  clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  const parts = { clock, newId: randomUUID };
  queue = new MessageQueue({ ...parts, deadLetters: { queue: new MessageQueue(parts), maxReceives: 3 } });
  app = fastify({ forceCloseConnections: true });
  const publicUrl = () => `http://127.0.0.1:${portOf(app.server)}`;
  await app.register(sqs({ queue, clock, awsAccessKeyId: 'AKIATEST', publicUrl, newId: randomUUID }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  client = clientOf('AKIATEST');
  QueueUrl = `${publicUrl()}/sqs/${notificationsQueue.account}/${notificationsQueue.name}`;
});

afterEach(async () => {
  client.destroy();
  await app.close();
});

const receive = async (options: object = {}) =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...options }))).Messages ?? [];

test('a delivered message is received by the AWS client, which verifies its digest', async () => {
  queue.send('{"NotificationType":"ANY_OFFER_CHANGED","name":"Bäckerei ☕"}');

  const [message] = await receive();

  expect(message?.Body).toBe('{"NotificationType":"ANY_OFFER_CHANGED","name":"Bäckerei ☕"}');
});

test('an undeleted message is delivered again after its time-out with a higher receive count', async () => {
  queue.send('hello');
  await receive({ VisibilityTimeout: 30 });
  expect(await receive()).toEqual([]);

  clock.advance(30_000);
  const [again] = await receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });

  expect(again?.Attributes).toEqual({ ApproximateReceiveCount: '2' });
});

test('a deleted message is not delivered again', async () => {
  for (const body of ['a', 'b', 'c']) queue.send(body);
  const [first, ...others] = await receive();

  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle }));
  const Entries = others.map((one, index) => ({ Id: String(index), ReceiptHandle: one.ReceiptHandle }));
  const batch = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));

  expect(batch.Successful).toHaveLength(2);
  clock.advance(3_600_000);
  expect(await receive()).toEqual([]);
});

test('a message whose visibility is set to 0 is delivered again at once', async () => {
  queue.send('hello');
  const [message] = await receive();
  const ReceiptHandle = message?.ReceiptHandle;

  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));

  expect(await receive()).toHaveLength(1);
});

test('a long poll is answered as soon as a message arrives', async () => {
  const arrival = Promise.withResolvers<void>();
  const onArrival = queue.onArrival.bind(queue);
  queue.onArrival = (listener) => {
    arrival.resolve();
    return onArrival(listener);
  };
  const answer = receive({ WaitTimeSeconds: 20 });
  await arrival.promise;

  queue.send('news');

  expect((await answer).map((message) => message.Body)).toEqual(['news']);
});

test('a caller who disconnected receives no message', async () => {
  const [waits, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const onArrival = queue.onArrival.bind(queue);
  queue.onArrival = (listener) => {
    waits.resolve();
    const stop = onArrival(listener);
    return () => left.resolve(stop());
  };
  const abort = new AbortController();
  const command = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 });
  const answer = client.send(command, { abortSignal: abort.signal }).catch((error: unknown) => error);
  await waits.promise;
  abort.abort();
  await Promise.all([answer, left.promise]);

  queue.send('news');

  expect(queue.counts()).toEqual({ visible: 1, hidden: 0 });
});

test('messages can be sent, and the queue’s URL and attributes can be read', async () => {
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'sent' }));

  const found = await client.send(new GetQueueUrlCommand({ QueueName: notificationsQueue.name }));
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));

  expect(found.QueueUrl).toBe(QueueUrl);
  expect(Attributes).toMatchObject({ QueueArn: notificationsQueue.arn, ApproximateNumberOfMessages: '1' });
});

test('a message that was delivered too often goes to the dead letters, and back when they are moved', async () => {
  queue.send('poison');
  for (let times = 0; times < 3; times += 1) expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(1);
  expect(await receive()).toEqual([]);
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  const { deadLetterTargetArn: SourceArn } = JSON.parse(Attributes?.['RedrivePolicy'] ?? '{}');
  const dead = await client.send(new GetQueueUrlCommand({ QueueName: String(SourceArn).split(':').at(-1) }));
  const held = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: dead.QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  expect(held.Attributes).toEqual({ ApproximateNumberOfMessages: '1' });

  await client.send(new StartMessageMoveTaskCommand({ SourceArn }));

  const [again] = await receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });
  expect([again?.Body, again?.Attributes]).toEqual(['poison', { ApproximateReceiveCount: '1' }]);
  const other = client.send(new StartMessageMoveTaskCommand({ SourceArn: notificationsQueue.arn }));
  await expect(other).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test.each([
  ['another queue', { QueueUrl: 'http://127.0.0.1/sqs/1/other' }, 'QueueDoesNotExist'],
  ['more than ten messages', { MaxNumberOfMessages: 11 }, 'InvalidParameterValue'],
  ['a wait of more than 20 s', { WaitTimeSeconds: 21 }, 'InvalidParameterValue'],
])('a receive request with %s is refused', async (_name, options, name) => {
  await expect(receive(options)).rejects.toMatchObject({ name });
});

test('an unknown access key is refused', async () => {
  const stranger = clientOf('AKIASTRANGER');

  await expect(stranger.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
  stranger.destroy();
});
