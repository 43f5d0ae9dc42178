import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import {
  addChannel,
  changeChannel,
  type ChannelKind,
  listChannels,
  removeChannel,
  testChannel,
} from '@app/shared/contract/channels.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { catalogFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { dyingAfter, ProcessDeath } from '../../../../testing/database/mortal-db.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { type Answer, answering, type RecordedRequest } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { isSigned } from '../../../lib/webhook-signature.ts';
import { createJudging } from '../../judging/ingest.ts';
import { releaseHeld } from '../holding/release-held.ts';
import { makeUpTargetMessages } from '../composing/alert/targets/make-up-target-messages.ts';
import { openSenders } from '../open-senders.ts';
import { createOutbox } from '../outbox/outbox.ts';

const log = pino({ level: 'silent' });
const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
let owner: Owner;

beforeEach(async () => {
  // Removes the channels of other tests, which would receive the same flips.
  await sql`delete from channels`.execute(api.worker.global);
  owner = await api.owner();
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
});

const worker = () => ({ ...api.ctx, db: api.worker, log });

const makeUp = () =>
  makeUpTargetMessages(
    worker(),
    channelTransports.map(({ id }) => id),
  );

/** Sends everything that is due, like a separate process. */
async function deliver(): Promise<void> {
  await makeUp();
  await sendMessages(worker());
}

const add = (kind: ChannelKind = 'webhook', path = '/hook') =>
  owner.call(addChannel, { body: { kind, name: `My ${kind}`, address: `${endpoint.url}${path}` } });

async function see(productIds: readonly string[], images: boolean): Promise<void> {
  api.clock.advance(60_000);
  const facts = images ? catalogFacts() : catalogFacts({ images: [] });
  await createJudging({ db: api.worker, clock: api.clock }).ingest(
    owner.tenantId,
    productIds.map((productId) => ({ productId, aspect: 'catalog', sku: '', observedAt: api.clock.now(), facts })),
  );
}

async function loseImages(count: number): Promise<string[]> {
  const productIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    productIds.push((await buildProductOf(api.worker, owner)).productId);
  }
  await see(productIds, true);
  await see(productIds, false);
  return productIds;
}

const bodyOf = ({ body }: RecordedRequest) => JSON.parse(body);
const productsTold = () => endpoint.asked.map((asked) => bodyOf(asked).data.product.productId);
const idsTold = () => endpoint.asked.map(({ headers }) => headers['webhook-id']);
const answer = (...answers: readonly (Answer | null)[]) => {
  const left = [...answers];
  endpoint.respond(() => (left.length > 1 ? (left.shift() ?? null) : (left[0] ?? null)));
};

async function states(): Promise<Record<string, number>> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ state: string; count: number }>`
      select d.state, count(*)::int as count
        from deliveries d
       where d.tenant_id = ${owner.tenantId}
         and d.email_address_id = 0
       group by d.state`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const channel = async () => (await owner.call(listChannels)).channels[0];

/** Products of one account, of which all but the last two lose their images in one look. */
async function loseImagesTogether(
  count: number,
): Promise<{ readonly ids: readonly string[]; readonly later: readonly string[] }> {
  const account = await buildProductOf(api.worker, owner);
  const sisters = Array.from({ length: count + 1 }, () => buildProductOf(api.worker, owner, { account }));
  const all = [account, ...(await Promise.all(sisters))].map(({ productId }) => productId);
  await see(all, true);
  await see(all.slice(0, count), false);
  return { ids: all.slice(0, count), later: all.slice(count) };
}

async function takeSecondLook(): Promise<void> {
  api.clock.advance(2 * hourMs);
  await releaseHeld(worker());
}

test('the members of one incident are one call to a webhook, and a further one for each hundred', async () => {
  await add();
  const { ids, later } = await loseImagesTogether(101);
  await deliver();
  expect(endpoint.asked).toEqual([]);

  await takeSecondLook();
  await deliver();
  const bodies = endpoint.asked.map(bodyOf);
  expect(bodies[0]).toMatchObject({ type: 'watchdog.flip', data: { level: 'alert' } });
  expect(bodies.map(({ others }) => others.length)).toEqual([99, 0]);
  const told = bodies.flatMap(({ data, others }) => [data, ...others.map((other: { data: unknown }) => other.data)]);
  // Each product is told exactly once.
  expect(new Set(told.map(({ product }) => product.productId))).toEqual(new Set(ids));
  expect(new Set(told.map(({ incident }) => incident.id)).size).toBe(1);

  // Members that come while the incident lasts.
  await see(later, false);
  await deliver();
  expect(endpoint.asked.map(bodyOf)).toMatchObject([...bodies, { others: [expect.anything()] }]);
});

test('the members of one incident are single calls to a hook of a program', async () => {
  const hook = await add();
  await sql`
    update channels c
       set hook_event = 'alertRaised',
           email_address_id = e.email_address_id
      from email_addresses e
     where c.channel_id = ${hook.channelId}
       and e.tenant_id = c.tenant_id
       and e.email = ${owner.email}`.execute(api.worker.global);
  const { later } = await loseImagesTogether(12);
  await deliver();
  expect(endpoint.asked).toHaveLength(12);

  await takeSecondLook();
  await see(later, false);
  await deliver();
  expect(endpoint.asked).toHaveLength(14);
});

test('a webhook is posted the ends of several problems as soon as they have gathered', async () => {
  await add();
  const account = await buildProductOf(api.worker, owner);
  const sisters = await Promise.all([1, 2].map(() => buildProductOf(api.worker, owner, { account })));
  const seeBuyBox = async (isLost: boolean) => {
    api.clock.advance(hourMs);
    const others = [{ sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost }];
    const facts = offersFacts({ sellerKey: 'A1SELLER', others });
    const seen = { aspect: 'offers', sku: 'PAN', observedAt: api.clock.now(), facts } as const;
    await createJudging({ db: api.worker, clock: api.clock }).ingest(
      owner.tenantId,
      [account, ...sisters].map(({ productId }) => ({ ...seen, productId })),
    );
    await deliver();
    const asked = endpoint.asked.length;
    api.clock.advance(5 * 60_000);
    await releaseHeld(worker());
    await deliver();
    return endpoint.asked.slice(asked).flatMap((one) => [bodyOf(one), ...bodyOf(one).others]);
  };
  await seeBuyBox(false);
  expect(await seeBuyBox(true)).toHaveLength(3);

  expect(await seeBuyBox(false)).toMatchObject([1, 2, 3].map(() => ({ data: { level: 'improvement' } })));
});

test('a webhook is posted each flip, signed, with what changed and where', async () => {
  const { secret } = await add();
  const [productId] = await loseImages(1);

  await deliver();

  const [asked] = endpoint.asked;
  if (!asked) throw new Error('Nothing was posted');
  expect(bodyOf(asked)).toEqual({
    type: 'watchdog.flip',
    timestamp: api.clock.now().toISOString(),
    data: {
      level: 'alert',
      watchdog: 'imageMissing',
      alertType: 'IMAGE_MISSING',
      title: 'Main image missing',
      message: 'The main image is gone from the product page',
      from: 'Main image',
      to: 'No main image',
      evidence: expect.any(Array),
      product: {
        productId,
        asin: expect.stringMatching(/^B0/),
        marketplace: 'US',
        name: 'Cast-iron skillet 26 cm',
        url: `http://watchpost.test/home#pdet-${productId}`,
      },
      sellerAccount: { sellerId: expect.stringMatching(/^\d+$/), name: expect.any(String) },
      incident: null,
    },
    others: [],
  });
  expect(asked.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_/),
  });
  const received = {
    id: String(asked.headers['webhook-id']),
    timestamp: String(asked.headers['webhook-timestamp']),
    signatures: String(asked.headers['webhook-signature']),
    body: asked.body,
  };
  expect(isSigned(secret ?? '', received, api.clock.now())).toBe(true);
  expect(await states()).toEqual({ sent: 1 });
});

test('flips are posted in their order, once, however many processes deliver', async () => {
  await add();
  const productIds = await loseImages(6);
  await see(productIds, true);

  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();

  expect(new Set(productsTold().slice(0, 6))).toEqual(new Set(productIds));
  expect(new Set(idsTold()).size).toBe(endpoint.asked.length);
  const times = endpoint.asked.map((asked) => Date.parse(bodyOf(asked).timestamp));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('a message that was not taken is sent again with the same id, and later messages wait for it', async () => {
  await add();
  const productIds = await loseImages(2);
  answer({ status: 500 }, null, {});

  await deliver();
  expect(idsTold()).toHaveLength(1);
  expect((await channel())?.failingSince).toBe(api.clock.now().toISOString());
  api.clock.advance(14_000);
  await deliver();
  expect(idsTold()).toHaveLength(1);
  api.clock.advance(16_000);
  await deliver();
  api.clock.advance(60_000);
  await deliver();

  const [first, second, third, fourth] = idsTold();
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  expect(endpoint.asked).toHaveLength(4);
  expect(new Set(productsTold())).toEqual(new Set(productIds));
  expect((await channel())?.failingSince).toBeNull();
  expect(await states()).toEqual({ sent: 2 });
});

test('a message that waits for one that is being sent is not claimed', async () => {
  await add();
  await loseImages(3);
  await makeUp();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const ctx = {
    ...worker(),
    publicFetch: {
      ...api.ctx.publicFetch,
      fetch: async (...given: Parameters<typeof api.ctx.publicFetch.fetch>) => {
        await held;
        return api.ctx.publicFetch.fetch(...given);
      },
    },
  };
  const sending = sendMessages(ctx);
  await expect.poll(claimed).toBe(1);
  let claims = 0;
  const atOnce: typeof ctx.db.atOnce = (...given) => {
    claims += 1;
    return ctx.db.atOnce(...given);
  };

  await createOutbox({ ...ctx, db: { ...ctx.db, atOnce } }, openSenders(ctx)).turn();
  letGo();
  await sending;

  expect(claims).toBe(0);
  expect(endpoint.asked).toHaveLength(3);
});

test('while a message is sent that has failed five times, the next one waits, because a channel takes one at a time', async () => {
  await add();
  await loseImages(2);
  await makeUp();
  await sql`
    update messages m
       set attempts = 5,
           state = 'claimed',
           claimed_by = ${api.ctx.random.uuid()},
           due_at = ${new Date(api.clock.now().getTime() + minuteMs)}
     where m.tenant_id = ${owner.tenantId}
       and m.message_no = (
             select min(o.message_no)
               from messages o
              where o.tenant_id = ${owner.tenantId}
                and o.transport = 'webhook'
           )`.execute(api.worker.global);

  await sendMessages(worker());

  expect(endpoint.asked).toEqual([]);
});

async function claimed(): Promise<number> {
  const { rows } = await sql`
    select 1 from messages where tenant_id = ${owner.tenantId} and state = 'claimed'`.execute(api.worker.global);
  return rows.length;
}

test('a process that dies after sending has the message sent again with the same id', async () => {
  await add();
  await loseImages(1);
  await makeUp();
  // The process dies after the receiver's answer and before it records the result.
  const dying = { ...worker(), db: dyingAfter(api.worker, () => endpoint.asked.length > 0) };
  await expect(createOutbox(dying, openSenders(worker())).drain()).rejects.toThrow(ProcessDeath);
  expect(await states()).toEqual({ pending: 1 });

  await deliver();
  expect(endpoint.asked).toHaveLength(1);
  api.clock.advance(20_000);
  await deliver();

  expect(endpoint.asked).toHaveLength(2);
  expect(new Set(idsTold()).size).toBe(1);
  expect(await states()).toEqual({ sent: 1 });
});

test.each<[string, (at: Date) => string]>([
  ['seconds', () => '600'],
  ['a date', (at) => new Date(at.getTime() + 600_000).toUTCString()],
])('a receiver that says by %s when to come back is asked again then', async (_what, retryAfter) => {
  await add();
  await loseImages(1);
  answer({ status: 503, headers: { 'retry-after': retryAfter(api.clock.now()) } }, {});
  await deliver();

  api.clock.advance(598_000);
  await deliver();
  expect(endpoint.asked).toHaveLength(1);

  api.clock.advance(2_000);
  await deliver();
  expect(endpoint.asked).toHaveLength(2);
});

test('a receiver that asks for more than an hour is asked again after an hour', async () => {
  await add();
  await loseImages(1);
  answer({ status: 429, headers: { 'retry-after': '86400' } }, {});
  await deliver();

  api.clock.advance(hourMs - 1000);
  await deliver();
  expect(endpoint.asked).toHaveLength(1);

  api.clock.advance(1000);
  await deliver();
  expect(endpoint.asked).toHaveLength(2);
});

test.each([413, 415, 422])(
  'a message that is refused with status %i is given up, and the next one is sent',
  async (status) => {
    await add();
    await loseImages(2);
    answer({ status }, {});

    await deliver();

    expect(await states()).toEqual({ failed: 1, sent: 1 });
  },
);

test('a message that is refused for good is given up alone', async () => {
  await add();
  await loseImages(2);
  answer({ status: 400 }, {});

  await deliver();

  expect(await states()).toEqual({ failed: 1, sent: 1 });
});

test('a message that has failed five times while others are taken lets them pass', async () => {
  await add();
  const [poison, other] = await loseImages(2);
  const [first] = [poison, other].toSorted((a, b) => Number(a) - Number(b));
  endpoint.respond((asked) => ({ status: bodyOf(asked).data.product.productId === first ? 500 : 200 }));
  await makeUp();

  for (let turn = 0; turn < 6; turn += 1) {
    // With random waits the failed message would sometimes be due again before the other one.
    await sendMessages({ ...worker(), random: { ...api.ctx.random, fraction: () => 0 } });
    api.clock.advance(300_000);
  }

  expect(await states()).toEqual({ sent: 1, pending: 1 });
});

test.each([
  [410, 3],
  [404, 8],
])('an endpoint that answers %i %i times is stopped, and the owner told', async (status, times) => {
  await add();
  await loseImages(2);
  endpoint.respond(() => ({ status }));

  for (let turn = 0; turn < times + 2; turn += 1) {
    await deliver();
    api.clock.advance(300_000);
  }

  expect(endpoint.asked).toHaveLength(times);
  expect(await states()).toEqual({ failed: 2 });
  expect(await channel()).toMatchObject({
    isOn: false,
    stoppedReason: expect.stringContaining(`It answered ${status}`),
  });
  await sendMessages(worker());
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Watchpost has stopped sending to My webhook' });
  const { events } = await owner.call(auditTrail, { query: {} });
  expect(events[0]).toMatchObject({ actor: 'watchpost', action: 'channel stopped', subject: 'My webhook' });
});

test('a stopped channel goes on when it is switched on again', async () => {
  const { channelId } = await add();
  await loseImages(1);
  endpoint.respond(() => ({ status: 410 }));
  for (let turn = 0; turn < 3; turn += 1) {
    await deliver();
    api.clock.advance(300_000);
  }
  endpoint.respond(() => ({}));
  endpoint.asked.length = 0;

  await loseImages(1);
  await deliver();
  expect(endpoint.asked).toEqual([]);
  await owner.call(changeChannel, { params: { channelId }, body: { isOn: true } });
  await loseImages(1);
  await deliver();

  expect(endpoint.asked).toHaveLength(1);
});

test('the answers of a stopped channel count from the beginning when it is switched on again', async () => {
  const { channelId } = await add();
  endpoint.respond(() => ({ status: 410 }));
  await loseImages(1);
  for (let turn = 0; turn < 3; turn += 1) {
    await deliver();
    api.clock.advance(300_000);
  }
  await owner.call(changeChannel, { params: { channelId }, body: { isOn: true } });
  await loseImages(1);

  await deliver();

  expect(endpoint.asked).toHaveLength(4);
  expect(await channel()).toMatchObject({ isOn: true, stoppedReason: null });
});

test('a channel that was away and refuses a message is there again', async () => {
  await add();
  await loseImages(1);
  answer({ status: 503 }, { status: 413 });
  await deliver();
  expect(await channel()).toMatchObject({ failingSince: expect.any(String) });
  api.clock.advance(30_000);

  await deliver();

  expect(await states()).toEqual({ failed: 1 });
  expect(await channel()).toMatchObject({ failingSince: null });
});

test('a message that was not taken for three days is given up', async () => {
  await add();
  await loseImages(1);
  answer(null);
  await deliver();

  api.clock.advance(3 * 86_400_000 + 1);
  await deliver();

  expect(await states()).toEqual({ failed: 1 });
});

test('a channel that has not taken its only alert for three days is stopped, and the owner told', async () => {
  await add();
  await loseImages(1);
  endpoint.respond(() => ({ status: 503 }));
  await deliver();
  api.clock.advance(3 * dayMs - 10_000);
  const { state } = await owner.call(stateOfTheWorld, { query: {} });
  await deliver();
  expect(endpoint.asked).toHaveLength(2);
  await expect.poll(async () => (await owner.send(stateOfTheWorld, { query: { state } })).statusCode).toBe(200);

  api.clock.advance(minuteMs);
  await deliver();

  expect(endpoint.asked).toHaveLength(2);
  expect(await states()).toEqual({ failed: 1 });
  expect(await channel()).toMatchObject({
    isOn: false,
    stoppedReason: 'Nothing was taken for three days. It answered 503',
  });
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Watchpost has stopped sending to My webhook' });
});

test('an alert that is older than three days when a worker is back is given up', async () => {
  await add();
  await loseImages(1);

  api.clock.advance(3 * 86_400_000 + 1);
  await deliver();

  expect(endpoint.asked).toEqual([]);
  expect(await states()).toEqual({ failed: 1 });
});

test('a redirect is not followed', async () => {
  await add();
  await loseImages(1);
  endpoint.respond(() => ({ status: 307, headers: { location: '/elsewhere' } }));

  await deliver();

  expect(endpoint.asked.map(({ url }) => url)).toEqual(['/hook']);
  expect(await states()).toEqual({ pending: 1 });
});

test('a slow endpoint holds up nobody else', async () => {
  await add('webhook', '/slow');
  await add('webhook', '/quick');
  await loseImages(3);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const ctx = {
    ...worker(),
    publicFetch: {
      ...api.ctx.publicFetch,
      fetch: async (...[address, request]: Parameters<typeof api.ctx.publicFetch.fetch>) => {
        if (address.endsWith('/slow')) await held;
        return api.ctx.publicFetch.fetch(address, request);
      },
    },
  };
  await makeUp();
  const sending = sendMessages(ctx);

  await expect.poll(() => endpoint.asked.map(({ url }) => url)).toEqual(['/quick', '/quick', '/quick']);
  letGo();
  await sending;

  expect(endpoint.asked).toHaveLength(6);
});

test('Slack is told the level by sign and word, the product, from and to, and a link', async () => {
  await add('slack');
  const [productId] = await loseImages(1);

  await deliver();

  expect(endpoint.asked.map(bodyOf)).toEqual([
    {
      text: expect.stringContaining('Alert: Main image missing, Cast-iron skillet 26 cm, US'),
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: expect.stringMatching(
              new RegExp(
                `^\\*! Alert: Main image missing\\*\n<http://watchpost.test/home#pdet-${productId}\\|Cast-iron skillet 26 cm>, US, B0`,
              ),
            ),
          },
        },
      ],
    },
  ]);
  expect(endpoint.asked[0]?.headers).not.toHaveProperty('webhook-signature');
});

test('a flood reaches Slack as one message that names its members', async () => {
  await add('slack');
  const productIds = await loseImages(7);

  await deliver();

  expect(endpoint.asked).toHaveLength(1);
  const [told] = endpoint.asked;
  expect(JSON.parse(told?.body ?? '{}').text).toBe('7 alerts');
  for (const productId of productIds) expect(told?.body).toContain(`#pdet-${productId}|`);
  expect(await states()).toEqual({ sent: 7 });
});

test('messages that wait for a channel are given up when it is switched off or removed', async () => {
  const { channelId } = await add();
  await loseImages(1);
  await owner.call(changeChannel, { params: { channelId }, body: { isOn: false } });
  expect(await states()).toEqual({ failed: 1 });
  await owner.call(changeChannel, { params: { channelId }, body: { isOn: true } });
  await loseImages(1);
  await owner.call(removeChannel, { params: { channelId } });

  await deliver();

  expect(endpoint.asked).toEqual([]);
  expect(await states()).toEqual({ failed: 2 });
});

const setChannel = (set: ReturnType<typeof sql>) =>
  sql`update channels set ${set} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
const setTenant = (set: ReturnType<typeof sql>) =>
  sql`update tenants set ${set} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

const muteUntil = (end: Date) =>
  sql`update items set muted_until = ${end} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

test('an alert that waits for a channel is sent after a mute that has just run out', async () => {
  await add();
  await loseImages(1);
  await muteUntil(api.clock.now());

  await deliver();

  expect(endpoint.asked).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
  ['the kind is turned off for the channel', () => setChannel(sql`alert_settings = '{"IMAGE_MISSING": []}'`)],
  [
    'the channel is not to be told of the seller account',
    () =>
      setChannel(sql`unsubscribed_seller_account_ids =
        (select array_agg(s.seller_account_id) from seller_accounts s where s.tenant_id = ${owner.tenantId})`),
  ],
  ['the plan has not the kind any more', () => setTenant(sql`suppressed_types = '{imageMissing}'`)],
  ['it is muted', () => muteUntil(new Date(api.clock.now().getTime() + 3_600_000))],
])('an alert that waits for a channel is not sent when meanwhile %s', async (_what, change) => {
  await add();
  await loseImages(1);
  await makeUp();
  await change();

  await deliver();

  expect(endpoint.asked).toEqual([]);
  expect(await states()).toEqual({ failed: 1 });
});

test('a test message whose process dies is sent by a worker, once its lease has ended', async () => {
  const { channelId } = await add();
  endpoint.respond(() => null);
  const answered = owner.call(testChannel, { params: { channelId } });
  expect(await answered).toMatchObject({ outcome: 'failed' });
  await sql`update messages set state = 'claimed', attempts = 0, due_at = ${api.clock.now()}`.execute(
    api.worker.global,
  );
  endpoint.respond(() => ({}));
  endpoint.asked.length = 0;

  await deliver();

  expect(endpoint.asked.map(bodyOf)).toMatchObject([{ type: 'test' }]);
});

test.each(channelTransports.map(({ id }) => id))('%s is set up, tested, told, refused and stopped', async (kind) => {
  const { channelId } = await add(kind);
  expect(await owner.call(testChannel, { params: { channelId } })).toEqual({ outcome: 'sent', error: null });
  await loseImages(1);
  await deliver();
  expect(endpoint.asked.map(({ body }) => body)).toEqual([
    expect.stringContaining('test message'),
    expect.stringContaining('Cast'),
  ]);

  endpoint.respond(() => ({ status: 404 }));
  await loseImages(1);
  for (let turn = 0; turn < 10; turn += 1) {
    await deliver();
    api.clock.advance(3_600_000);
  }

  expect(await states()).toEqual({ sent: 1, failed: 1 });
  expect(await channel()).toMatchObject({ isOn: false, stoppedReason: expect.stringContaining('It answered 404') });
});
