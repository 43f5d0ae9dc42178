import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { NotificationQueue, QueueMessage } from '../../../external/marketplace/notification-queue.ts';
import { DatabaseUnavailable, NodeUnavailable } from '../../../lib/db/unavailable.ts';
import type { Db } from '../../../lib/db/db.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { consumeOnce } from './consume.ts';

const api = testApi();
const { signal } = new AbortController();

const messageOf = (id: string, deliveries = 1): QueueMessage => ({
  id,
  receipt: id,
  deliveries,
  body: JSON.stringify({
    NotificationType: 'BRANDED_ITEM_CONTENT_CHANGE',
    EventTime: '2026-06-15T12:00:00Z',
    NotificationMetadata: { NotificationId: id, SubscriptionId: 'of nobody' },
    Payload: { MarketplaceId: 'ATVPDKIKX0DER', Asin: 'B0ANYTHING' },
  }),
});

/** A queue with these messages that records what it is asked for. */
function queueOf(messages: readonly QueueMessage[]) {
  const removed: string[] = [];
  const hidden: [string, number][] = [];
  const kept: string[] = [];
  const asked = { times: 0 };
  const queue: NotificationQueue = {
    async receive() {
      asked.times += 1;
      return messages;
    },
    remove: async ({ receipt }) => void removed.push(receipt),
    hide: async ({ receipt }, seconds) => void hidden.push([receipt, seconds]),
    keep: ({ receipt }) => void kept.push(receipt),
    send: async () => undefined,
    countDeadLetters: async () => null,
    redrive: async () => null,
    close: () => undefined,
  };
  return { queue, removed, hidden, kept, asked };
}

/** Records for how many seconds the queue is asked to wait for messages; `undefined` means its own limit. */
function recordWaits({ queue }: ReturnType<typeof queueOf>) {
  const waits: (number | undefined)[] = [];
  const receive: NotificationQueue['receive'] = (given, seconds) => {
    waits.push(seconds);
    return queue.receive(given, seconds);
  };
  return { waits, recorded: { ...queue, receive } };
}

const away = new DatabaseUnavailable(new Error('away'));

/** The database fails at these uses, counted from 0. The first use is the proof that it can be reached. */
function failingAt(uses: readonly number[], error: Error = away): Db {
  let use = -1;
  return {
    ...api.worker,
    get global() {
      use += 1;
      if (uses.includes(use)) throw error;
      return api.worker.global;
    },
    acrossTenants(find) {
      return find(this.global);
    },
  };
}

const consume = (db: Db, queue: NotificationQueue) =>
  consumeOnce(
    {
      config: api.ctx.config,
      db,
      clock: api.clock,
      log: pino({ level: 'silent' }),
      random: { fraction: () => 0 },
      judging: { ingest: () => Promise.reject(new Error('Nothing is ingested')) } as never,
      queue: { send: () => Promise.reject(new Error('Nothing is sent')) },
    },
    queue,
    signal,
  );

const defect = new Error('a defect');

test('a batch of which nothing can be taken fails, and its messages come again after waits that double', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('new'), messageOf('second', 2)]);

  await expect(consume(failingAt([1, 2], defect), queue)).rejects.toThrow('None of 2 notifications could be taken');

  expect(removed).toEqual([]);
  expect(hidden).toEqual([
    ['new', 10],
    ['second', 20],
  ]);
});

test('a message that meets an outage of the database is kept without another delivery, and those beside it are taken', async () => {
  const { queue, removed, hidden, kept } = queueOf([messageOf('third', 3), messageOf('good')]);

  await consume(failingAt([1]), queue);

  expect({ removed, hidden, kept }).toEqual({ removed: ['good'], hidden: [], kept: ['third'] });
});

test('a message that cannot be taken three times is set aside with its reason, and comes no more', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('second', 2), messageOf('third', 3)]);

  await consume(failingAt([1, 2], defect), queue);

  expect([removed, hidden]).toEqual([['third'], [['second', 20]]]);
  const { rows } = await sql`
    select n.message_id, n.reason, n.deliveries from poisoned_notifications n`.execute(api.worker.global);
  expect(rows).toEqual([{ message_id: 'third', reason: 'a defect', deliveries: 3 }]);
});

test('a message that is set aside once more has its latest reason, even one that PostgreSQL could not store', async () => {
  await consume(failingAt([1], defect), queueOf([messageOf('again', 3)]).queue);

  await consume(failingAt([1], new Error('another\0 defect')), queueOf([messageOf('again', 4)]).queue);

  const { rows } = await sql`
    select n.reason, n.deliveries from poisoned_notifications n where n.message_id = 'again'`.execute(
    api.worker.global,
  );
  expect(rows).toEqual([{ reason: 'another defect', deliveries: 4 }]);
});

test('a message that cannot be stored when it is set aside stays in the queue and comes again', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('unstored', 3), messageOf('good')]);

  await consume(failingAt([1, 3], defect), queue);

  expect({ removed, hidden }).toEqual({ removed: ['good'], hidden: [['unstored', 40]] });
});

const silent = new Error('The queue does not answer');

test('a message that was taken but could not be removed comes again, and is not set aside however often it came', async () => {
  await sql`delete from poisoned_notifications`.execute(api.worker.global);
  const { queue, hidden } = queueOf([messageOf('taken', 3)]);

  const consuming = consume(api.worker, { ...queue, remove: () => Promise.reject(silent) });

  await expect(consuming).rejects.toThrow('None of 1 notifications could be taken');
  expect(hidden).toEqual([['taken', 40]]);
  const { rows } = await sql`select n.message_id from poisoned_notifications n`.execute(api.worker.global);
  expect(rows).toEqual([]);
});

test('a message that could not be hidden does not keep those beside it from being taken', async () => {
  const { queue, removed } = queueOf([messageOf('bad'), messageOf('good')]);

  await consume(failingAt([1], defect), { ...queue, hide: () => Promise.reject(silent) });

  expect(removed).toEqual(['good']);
});

test('a message that fails is hidden for a quarter of an hour at most', async () => {
  const { queue, hidden } = queueOf([messageOf('ninth', 9)]);

  await consume(failingAt([1], new NodeUnavailable(new Error('away'))), queue);

  expect(hidden).toEqual([['ninth', 900]]);
});

test('a message for tenants whose data node is away comes again however often it came, and those behind it are taken', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('fourth', 4)]);

  await consume(failingAt([1], new NodeUnavailable(new Error('away'))), queue);

  expect({ removed, hidden }).toEqual({ removed: [], hidden: [['fourth', 80]] });
});

test('messages for tenants whose data node is away are shown again when all nodes answer', async () => {
  const messages = [messageOf('first')];
  const { queue, hidden } = queueOf(messages);
  const lost = { ...failingAt([1], new NodeUnavailable(new Error('away'))), countLeftOut: () => 1 };
  await consume(lost, queue);
  messages.splice(0);

  await consume({ ...api.worker, countLeftOut: () => 1 }, queue);
  const whileAway = [...hidden];
  await consume(api.worker, queue);
  await consume(api.worker, queue);

  expect(whileAway).toEqual([['first', 10]]);
  expect(hidden).toEqual([...whileAway, ['first', 0]]);
});

test('a message that meets a lost data node before the outage is known waits, because each delivery counts', async () => {
  const messages = [messageOf('first')];
  const { queue, hidden } = queueOf(messages);
  await consume(failingAt([1], new NodeUnavailable(new Error('away'))), queue);
  messages.splice(0);

  await consume(api.worker, queue);

  expect(hidden).toEqual([['first', 10]]);
});

test('while messages wait for a data node, the queue is asked more often, and no longer when their time is over', async () => {
  const messages = [messageOf('first')];
  const { waits, recorded } = recordWaits(queueOf(messages));
  await consume(failingAt([1], new NodeUnavailable(new Error('away'))), recorded);
  messages.splice(0);

  await consume(api.worker, recorded);
  api.clock.advance(11_000);
  await consume(api.worker, recorded);

  expect(waits).toEqual([undefined, 3, undefined]);
});

test('a message of an unknown subscription comes again while tenants are left out, whose it may be', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('first')]);

  await consume({ ...api.worker, countLeftOut: () => 1 }, queue);

  expect({ removed, hidden }).toEqual({ removed: [], hidden: [['first', 10]] });
});

test('while the database is away no message is delivered, because each delivery counts', async () => {
  const { queue, asked } = queueOf([messageOf('one')]);

  await expect(consume(failingAt([0]), queue)).rejects.toThrow('away');

  expect(asked.times).toBe(0);
});

test('a message that PostgreSQL could never store is removed', async () => {
  const { queue, removed, hidden } = queueOf([messageOf('a\u0000b'), messageOf(String.raw`a\u0000b`)]);

  await consume(api.worker, queue);

  expect(removed).toEqual(['a\u0000b', String.raw`a\u0000b`]);
  expect(hidden).toEqual([]);
});
