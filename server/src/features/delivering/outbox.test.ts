import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createTicket } from '@app/shared/contract/support.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { openBrowser } from '../../../testing/http/browser.ts';
import { mailServer, usualAnswer } from '../../../testing/mails/mail-servers.ts';
import { dyingAfter, ProcessDeath } from '../../../testing/database/mortal-db.ts';
import { DatabaseUnavailable, NodeUnavailable } from '../../lib/db/unavailable.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { createReader } from '../operating/figures/read-figures.ts';
import { openSenders } from './open-senders.ts';
import { enqueueAccountMail } from './outbox/account-mail.ts';
import type { ClaimedMessage } from './outbox/message.ts';
import { claimNext } from './outbox/claim-queries.ts';
import { holdsClaim, recordSent, renewLease } from './outbox/message-queries.ts';
import { createOutbox } from './outbox/outbox.ts';
import { leaseMsOf } from './outbox/send-message.ts';
import type { Sender } from './outbox/sender.ts';

const api = testApi();
const log = pino({ level: 'silent' });
const server = await mailServer();
const ticket = {
  email: 'ada@example.com',
  subject: '',
  body: 'A map of returns',
  category: 'new_feature',
  asin: '',
  marketplace: '',
} as const;
let owner: Owner;

beforeEach(async () => {
  server.taken.length = 0;
  server.behave({});
  owner = await api.owner();
  await sql`delete from messages`.execute(api.worker.global);
});

const worker = (mailer: Mailer) => ({ ...api.ctx, db: api.worker, log, mailer });

const outboxFor = (mailer: Mailer, change: (sender: Sender) => Sender = (sender) => sender) =>
  createOutbox(worker(mailer), openSenders(worker(mailer)).map(change));

/** An outbox with a deadline of 300 ms. */
const hastyOutbox = (mailer: Mailer) =>
  outboxFor(mailer, (sender) => ({ ...sender, limits: { ...sender.limits, deadlineMs: 300 } }));

const oneAtATime = (sender: Sender): Sender => ({ ...sender, limits: { ...sender.limits, atOnce: 1, perTenant: 1 } });

/** @param about start of the subject, by which the test identifies the mail */
const enqueue = (about: string, { tenantId, email: to }: Owner = owner) =>
  api.worker.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select email_address_id as id from email_addresses where tenant_id = ${tenantId} and is_primary`.execute(tx);
    const mail = { to, subject: about, text: about, html: about };
    const message = { tenantId, emailAddressId: rows[0]?.id ?? '', kind: 'security', mail, expiresAt: null } as const;
    await enqueueAccountMail(api.ctx, tx, message);
  });

async function messages() {
  const { rows } = await sql<{ id: string; subject: string; state: string; attempts: number; error: string | null }>`
    select m.message_id as id, m.subject, m.state, m.attempts, m.last_error as error, m.sealed_payload as payload
      from messages m
     order by m.message_no`.execute(api.worker.global);
  return rows;
}

async function figuresOfMail(): Promise<Readonly<Record<string, number>>> {
  const { samples } = await createReader({ db: api.worker, clock: api.clock })();
  const ofMail = samples.filter(({ labels }) => labels['transport'] === 'mail');
  return Object.fromEntries(ofMail.map(({ name, value }) => [name, value]));
}

const states = async () => (await messages()).map(({ subject, state, attempts }) => [subject, state, attempts]);

test.each([
  ['says nothing to whoever connects', { greeting: null }],
  ['never answers', { answer: () => null }],
  ['stops answering after the mail', { answer: (line: string) => (line === '.' ? null : usualAnswer(line)) }],
])('a mail server that %s is left at the deadline, and the mail goes when it is back', async (_what, behaviour) => {
  server.behave(behaviour);
  await enqueue('One');

  await hastyOutbox(server.mailer).drain();
  const [failed] = await messages();
  server.behave({});
  api.clock.advance(30_000);
  await outboxFor(server.mailer).drain();

  expect(failed).toMatchObject({ state: 'waiting', attempts: 0, error: 'There was no answer in time' });
  expect(await messages()).toMatchObject([{ id: failed?.id, state: 'sent', attempts: 1, payload: null }]);
  expect(server.taken).toEqual([failed?.id]);
});

test('a mail server that drips its answer never idles, and is left at the deadline all the same', async () => {
  const drips: NodeJS.Timeout[] = [];
  server.behave({
    answer: (_line, socket) => {
      drips.push(setInterval(() => socket.write('250-'.charAt(drips.length % 4)), 20));
      return null;
    },
  });
  await enqueue('One');

  await hastyOutbox(server.mailer).drain();
  drips.forEach(clearInterval);

  expect(await messages()).toMatchObject([{ state: 'waiting', error: 'There was no answer in time' }]);
});

test.each([
  ['451 4.3.0 Try again later', 'waiting'],
  ['554 5.7.1 Looks like spam', 'waiting'],
])('a mail that is refused with “%s” is tried again', async (answer, state) => {
  server.behave({ answer: (line) => (line.startsWith('MAIL') ? answer : usualAnswer(line)) });
  await enqueue('One');

  await outboxFor(server.mailer).drain();

  expect(await messages()).toMatchObject([{ state, attempts: 1, error: expect.stringContaining(answer) }]);
});

test('the outage of the mail server uses up no attempts: a mail that is refused for the moment after it is tried again', async () => {
  const away = { send: () => Promise.reject(new Error('connect ECONNREFUSED')), close: () => undefined };
  await enqueue('One');
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await outboxFor(away).drain();
    api.clock.advance(60_000);
  }
  server.behave({ answer: (line) => (line.startsWith('MAIL') ? '451 4.3.0 Try again later' : usualAnswer(line)) });
  await outboxFor(server.mailer).drain();
  server.behave({});
  api.clock.advance(30_000);

  await outboxFor(server.mailer).drain();

  expect(await states()).toEqual([['One', 'sent', 2]]);
});

test('operators see for how long mails have waited for a mail server that is away, and no more once it is back', async () => {
  const away = { send: () => Promise.reject(new Error('connect ECONNREFUSED')), close: () => undefined };
  await enqueue('One');
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await outboxFor(away).drain();
    api.clock.advance(60_000);
  }
  const during = await figuresOfMail();
  await outboxFor(server.mailer).drain();

  expect(during).toEqual({ watchpost_messages_due: 1, watchpost_message_oldest_seconds: 1800 });
  expect(await figuresOfMail()).toEqual({ watchpost_messages_due: 0, watchpost_message_oldest_seconds: 0 });
});

test('a mail server that does not take our password is an outage, which operators see, and which uses up no attempts', async () => {
  const refusal = { responseCode: 535, command: 'AUTH PLAIN' };
  const send = () => Promise.reject(Object.assign(new Error('Invalid login: 535 5.7.8 Refused'), refusal));
  await enqueue('One');
  await outboxFor({ send, close: () => undefined }).drain();

  expect(await states()).toEqual([['One', 'waiting', 0]]);
  expect(await figuresOfMail()).toMatchObject({ watchpost_messages_due: 1 });
});

test('operators see nothing of a mail that one mailbox refuses for the moment', async () => {
  server.behave({ answer: (line) => (line.startsWith('RCPT') ? '450 4.2.1 Greylisted' : usualAnswer(line)) });
  await enqueue('One');
  await outboxFor(server.mailer).drain();

  expect(await states()).toEqual([['One', 'waiting', 1]]);
  expect(await figuresOfMail()).toEqual({ watchpost_messages_due: 0, watchpost_message_oldest_seconds: 0 });
});

test('a mail server that hangs up loses nothing', async () => {
  server.behave({
    answer: (line, socket) => {
      if (!line.startsWith('RCPT')) return usualAnswer(line);
      socket.destroy();
      return null;
    },
  });
  await enqueue('One');
  await outboxFor(server.mailer).drain();
  server.behave({});
  api.clock.advance(30_000);

  await outboxFor(server.mailer).drain();

  expect(await states()).toEqual([['One', 'sent', 1]]);
});

test('requests are answered while the mail server is silent, however many mails wait for it', async () => {
  server.behave({ greeting: null, answer: () => null });
  const outbox = hastyOutbox(server.mailer);
  // From here on only this outbox sends.
  const browser = openBrowser(api.app, { cookies: owner.cookies });
  await Promise.all(Array.from({ length: 40 }, (_, index) => enqueue(`Mail ${index}`)));
  await outbox.turn();

  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.send(createTicket, { body: ticket })));
  await sql`select 1`.execute(api.worker.global);
  await outbox.stop();

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 204));
  expect(server.taken).toEqual([]);
});

test('a process that dies after sending leaves the message to another, which sends it under the same id', async () => {
  const sent: string[] = [];
  const mailer = { send: async ({ messageId }: { messageId: string }) => void sent.push(messageId), close() {} };
  await enqueue('One');
  const dying = { ...worker(mailer), db: dyingAfter(api.worker, () => sent.length > 0) };
  await expect(createOutbox(dying, openSenders(worker(mailer))).drain()).rejects.toThrow(ProcessDeath);
  const [claimed] = await messages();

  await outboxFor(mailer).drain();
  const beforeItsLeaseEnds = sent.length;
  api.clock.advance(60_000);
  await outboxFor(mailer).drain();

  expect(claimed?.state).toBe('claimed');
  expect(beforeItsLeaseEnds).toBe(1);
  expect(sent).toEqual([claimed?.id, claimed?.id]);
  expect(await states()).toEqual([['One', 'sent', 1]]);
});

test('a message that cannot be composed is tried a few times and set aside, and others go on', async () => {
  const sent: string[] = [];
  const mailer = { send: async ({ subject }: { subject: string }) => void sent.push(subject), close() {} };
  await enqueue('Broken');
  await enqueue('Whole');
  await sql`update messages set sealed_payload = 'k1.x.y.z' where subject = 'Broken'`.execute(api.worker.global);

  await outboxFor(mailer).drain();
  const first = await states();
  for (let turn = 0; turn < 6; turn += 1) {
    api.clock.advance(3_600_000);
    await outboxFor(mailer).drain();
  }

  expect(first).toEqual([
    ['Broken', 'waiting', 1],
    ['Whole', 'sent', 1],
  ]);
  expect(await messages()).toMatchObject([
    {
      state: 'given up',
      attempts: 5,
      error: expect.stringMatching(/^It could not be composed: /),
      payload: 'k1.x.y.z',
    },
    { state: 'sent' },
  ]);
  expect(sent).toEqual(['Whole']);
});

test.each(['prepare', 'recordSent'] as const)(
  'a database that is away during "%s" delays a message by seconds, and the message is sent once',
  async (step) => {
    const sent: string[] = [];
    const mailer = { send: async ({ subject }: { subject: string }) => void sent.push(subject), close() {} };
    await enqueue('One');
    let failures = 2;
    const failing = <T>(at: typeof step, work: () => Promise<T>): Promise<T> => {
      if (at !== step) return work();
      failures -= 1;
      return failures < 0 ? work() : Promise.reject(new DatabaseUnavailable(new Error('too many connections')));
    };
    const ctx = worker(mailer);
    const atOnce: typeof ctx.db.atOnce = (...given) =>
      sent.length === 0 ? ctx.db.atOnce(...given) : failing('recordSent', () => ctx.db.atOnce(...given));
    const outbox = createOutbox(
      { ...ctx, db: { ...ctx.db, atOnce } },
      openSenders(ctx).map((sender) => ({
        ...sender,
        prepare: (message) => failing('prepare', () => sender.prepare(message)),
      })),
    );

    for (let second = 0; second < 3; second += 1) {
      await outbox.drain();
      api.clock.advance(1_000);
    }

    expect(sent).toEqual(['One']);
    expect(await states()).toEqual([['One', 'sent', 1]]);
  },
);

/** Runs the work, which fails for the owner as if the data node were away. */
const withoutNode = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  tenantId === owner.tenantId ? Promise.reject(new NodeUnavailable(new Error('away'))) : work();

test('a tenant whose data node is away does not stop the messages of the others', async () => {
  const sent: string[] = [];
  const mailer = { send: async ({ subject }: { subject: string }) => void sent.push(subject), close() {} };
  const other = await api.owner();
  await enqueue('Away');
  await enqueue('There', other);
  const ctx = worker(mailer);
  const db: typeof ctx.db = {
    ...ctx.db,
    tenant: (tenantId, work) => withoutNode(tenantId, () => ctx.db.tenant(tenantId, work)),
    atOnce: (tenantId, ...given) => withoutNode(tenantId, () => ctx.db.atOnce(tenantId, ...given)),
  };

  await expect(createOutbox({ ...ctx, db }, openSenders(ctx)).drain()).rejects.toThrow('away');
  expect(sent).toEqual(['There']);

  await outboxFor(mailer).drain();
  expect(sent).toEqual(['There', 'Away']);
});

test('only transports with due messages are searched for the tenants that have them', async () => {
  await enqueue('One');
  const ctx = worker({ send: async () => undefined, close() {} });
  let searches = 0;
  const acrossTenants: typeof ctx.db.acrossTenants = (find) => {
    searches += 1;
    return ctx.db.acrossTenants(find);
  };

  await createOutbox({ ...ctx, db: { ...ctx.db, acrossTenants } }, openSenders(ctx)).drain();

  expect((await states()).map(([subject, state]) => [subject, state])).toEqual([['One', 'sent']]);
  // The transports are searched before and after the tenants of the one that has a message.
  expect(searches).toBe(3);
});

test('a message that was sent is settled even if the next one cannot be claimed', async () => {
  await enqueue('One');
  await enqueue('Two');
  const ctx = worker({ send: async () => undefined, close() {} });
  let uses = 0;
  const db: typeof ctx.db = {
    ...ctx.db,
    // The first message is claimed and settled, and then the second one is claimed.
    atOnce: (...given) => {
      uses += 1;
      return uses === 3 ? Promise.reject(new Error('cancelled')) : ctx.db.atOnce(...given);
    },
  };

  const outbox = createOutbox({ ...ctx, db }, openSenders(ctx).map(oneAtATime));
  await expect(outbox.drain()).rejects.toThrow('cancelled');

  expect((await states()).map(([subject, state]) => [subject, state])).toEqual([
    ['One', 'sent'],
    ['Two', 'waiting'],
  ]);
});

test('several processes never send a message twice', async () => {
  const sent: string[] = [];
  const mailer = { send: async ({ subject }: { subject: string }) => void sent.push(subject), close() {} };
  const all = Array.from({ length: 20 }, (_, index) => `Mail ${index}`);
  await Promise.all(all.map((about) => enqueue(about)));
  const outboxes = [outboxFor(mailer), outboxFor(mailer), outboxFor(mailer)];

  await Promise.all(outboxes.map((outbox) => outbox.drain()));

  expect(sent.toSorted()).toEqual(all.toSorted());
});

/** Claims the next mail as another process does. */
function claim(claimedBy: string) {
  const now = api.clock.now();
  const leaseEndsAt = new Date(now.getTime() + 60_000);
  const { tenantId } = owner;
  return claimNext(api.worker, { tenantId, transport: 'mail', claimedBy, now, leaseEndsAt, keepsOrder: false });
}

test('a message that another process has claimed while it was composed is not sent by this one', async () => {
  await enqueue('One');
  const [mail] = openSenders(worker(server.mailer));
  if (!mail) throw new Error('There is no sender of mails');
  const overtaken: Sender = {
    ...mail,
    async prepare(message) {
      const prepared = await mail.prepare(message);
      api.clock.advance(leaseMsOf(mail));
      expect(await claim(api.ctx.random.uuid())).not.toBeNull();
      return prepared;
    },
  };

  await createOutbox(worker(server.mailer), [overtaken]).drain();

  expect(server.taken).toEqual([]);
  expect(await messages()).toMatchObject([{ state: 'claimed', attempts: 0 }]);
});

test('a process whose lease has ended settles nothing that another one has claimed', async () => {
  await enqueue('One');
  const late = await claim(api.ctx.random.uuid());
  api.clock.advance(60_000);
  const present = await claim(api.ctx.random.uuid());
  if (!late || !present) throw new Error('The message was to be claimed twice');
  const now = api.clock.now();
  const held = async (claimed: ClaimedMessage) => [
    ...(await api.worker.tenant(owner.tenantId, async (tx) => [
      await holdsClaim(tx, claimed),
      await renewLease(tx, claimed, now),
    ])),
    await recordSent(api.worker, claimed, now),
  ];

  expect(await held(late)).toEqual([false, false, false]);
  expect(await messages()).toMatchObject([{ state: 'claimed', attempts: 0 }]);
  expect(await held(present)).toEqual([true, true, true]);
});

test('a link that has expired, or whose address was changed, is not mailed any more', async () => {
  await enqueue('Moved');
  await sql`update email_addresses set email = 'other@example.com' where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );

  await outboxFor(server.mailer).drain();

  expect(await messages()).toMatchObject([
    { state: 'given up', error: 'The address was removed before the mail was sent', payload: null },
  ]);
  expect(server.taken).toEqual([]);
});

test('one tenant with many messages does not hold up another', async () => {
  const order: string[] = [];
  const mailer = { send: async ({ subject }: { subject: string }) => void order.push(subject), close() {} };
  const other = await api.owner();
  await sql`delete from messages`.execute(api.worker.global);
  await Promise.all(Array.from({ length: 45 }, () => enqueue('many')));
  await enqueue('few', other);

  await outboxFor(mailer).drain();

  expect(order).toHaveLength(46);
  expect(order.indexOf('few')).toBeLessThan(40);
});

test('a slot that becomes free goes to the next tenant at once, not at the next turn of the worker', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => api.owner()));
  await sql`delete from messages`.execute(api.worker.global);
  for (const one of [owner, ...others]) await enqueue('One', one);
  const outbox = outboxFor(server.mailer, (sender) => ({ ...sender, limits: { ...sender.limits, atOnce: 1 } }));

  await outbox.turn();

  await expect.poll(() => server.taken.length).toBe(5);
  await outbox.stop();
});

test('a lease that cannot be renewed leaves the host free, and the message is sent when its lease has ended', async () => {
  await enqueue('One');
  let isFailing = true;
  const [mail] = openSenders(worker(server.mailer));
  if (!mail) throw new Error('There is no sender of mails');
  const slowToPrepare: Sender = {
    ...mail,
    limits: { ...mail.limits, perHost: 1 },
    async prepare(message) {
      const prepared = await mail.prepare(message);
      if (isFailing) api.clock.advance(6_000);
      return prepared.next === 'send' ? { ...prepared, host: 'mail.example' } : prepared;
    },
  };
  const db = {
    ...api.worker,
    tenant: ((tenantId, run) =>
      api.worker.tenant(tenantId, async (tx) => {
        const result = await run(tx);
        if (isFailing && result === true) throw new Error('connection lost');
        return result;
      })) as typeof api.worker.tenant,
  };
  const outbox = createOutbox({ ...worker(server.mailer), db }, [slowToPrepare]);

  await expect(outbox.drain()).rejects.toThrow('connection lost');
  isFailing = false;
  api.clock.advance(30_000);
  await outbox.turn();
  await expect.poll(states).toEqual([['One', 'sent', 1]]);
});
