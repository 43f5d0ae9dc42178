import { afterAll, beforeAll, expect, test } from 'vitest';
import { observingWorld } from '../../testing/observing/observing.ts';
import { openNotificationQueue, type NotificationQueue } from '../external/marketplace/notification-queue.ts';
import { savePoisoned } from '../features/observing/push/poisoned-queries.ts';
import { runAdmin } from './run-admin.ts';

const world = observingWorld();
const { signal } = new AbortController();
let queue: NotificationQueue;

beforeAll(() => {
  const { notifications } = world.ctx.config;
  if (!notifications) throw new Error('The sandbox has a queue');
  queue = openNotificationQueue(notifications);
});
afterAll(() => queue.close());

async function admin(...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin({ ...world.ctx, notifications: queue, print: (line) => void lines.push(line) }, args);
  return lines.join('\n');
}

/** Receives the only message and lets it become visible at once. Returns its body and the count of its deliveries. */
async function receiveOnce(): Promise<readonly [string, number] | null> {
  const [message] = await queue.receive(signal);
  if (!message) return null;
  await queue.hide(message, 0);
  return [message.body, message.deliveries];
}

test('a message that was received too often is a dead letter until an operator has it delivered again', async () => {
  await queue.send('poison');
  for (let times = 1; times <= 10; times += 1) expect(await receiveOnce()).toEqual(['poison', times]);
  expect(await queue.countDeadLetters()).toBe(0);
  await queue.send('sound');
  expect(await receiveOnce()).toEqual(['sound', 1]);
  expect(await queue.countDeadLetters()).toBe(1);

  const [sound] = await queue.receive(signal);
  if (sound) await queue.remove(sound);
  expect(await admin('redrive', '--reason', 'the reader is mended')).toBe('Messages that are delivered again: 1.');
  expect(await queue.countDeadLetters()).toBe(0);
  const [again] = await queue.receive(signal);
  expect(again).toMatchObject({ body: 'poison', deliveries: 1 });
  if (again) await queue.remove(again);
  await expect(admin('redrive')).rejects.toThrow('Say why');
});

test('a notification that was set aside goes back to the queue when it is tried again', async () => {
  const row = { messageId: 'm-1', body: '{"NotificationType":"ANY"}', reason: 'a defect', deliveries: 3 };
  await savePoisoned(world.ctx.db.global, { ...row, setAsideAt: world.ctx.clock.now() });
  const [, no = ''] = /notification (\d+) {2}ANY a defect/.exec(await admin('set-aside')) ?? [];

  await admin('set-aside', 'retry', 'notification', no, '--reason', 'mended');

  const [message] = await queue.receive(signal);
  expect(message?.body).toBe(row.body);
  expect(await admin('set-aside')).toBe('Nothing is set aside.');
});
