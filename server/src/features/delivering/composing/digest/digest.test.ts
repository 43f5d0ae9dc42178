import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../../../testing/clock.ts';
import { testDatabase } from '../../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  type BuiltTenant,
  catalogFacts,
  openTestDb,
} from '../../../../../testing/database/factories.ts';
import { dyingAfter, mortalDb, ProcessDeath } from '../../../../../testing/database/mortal-db.ts';
import { noPictures, picturesAt } from '../../../../../testing/mails/pictures.ts';
import { type SendContext, sendDigests } from '../../../../../testing/mails/send-messages.ts';
import type { Pictures } from '../../../../external/http/pictures.ts';
import { createPublicFetch } from '../../../../external/http/public-fetch.ts';
import type { Db } from '../../../../lib/db/db.ts';
import type { Mail } from '../../../../lib/mail/mailer.ts';
import { systemRandom } from '../../../../lib/random.ts';
import { parseEncryptionKeys } from '../../../../lib/secrets.ts';
import { createJudging } from '../../../judging/ingest.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T05:00:00Z'));
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const config = { publicUrl: 'https://watch.example', checkSpeedup: 1, pages: null } as SendContext['config'];
const log = pino({ level: 'silent' });
let db: Db;
let tenant: BuiltTenant;
let sent: Mail[] = [];
let isAway = false;

const mailer = {
  send: async (mail: Mail) => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    sent.push(mail);
  },
  close: () => undefined,
};

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
afterAll(() => db.close());
beforeEach(async () => {
  // Removes digests of other tenants, so that only this tenant's are due.
  await sql`update email_addresses set subscribed_to_daily_digest = false`.execute(db.global);
  clock.set(new Date('2026-11-20T05:00:00Z'));
  isAway = false;
  tenant = await buildTenant(db);
  await setAddress(sql`time_zone = 'Europe/Berlin', digest_email_hour = 7`);
  await send();
  sent = [];
});

const send = (given: { db?: Db; send?: (mail: Mail) => Promise<void>; pictures?: Pictures } = {}) =>
  sendDigests({
    push: null,
    publicFetch: createPublicFetch({ allowsPrivate: false }),
    db: given.db ?? db,
    clock,
    config,
    keys,
    random: systemRandom,
    log,
    pictures: given.pictures ?? noPictures,
    mailer: { ...mailer, ...(given.send ? { send: given.send } : {}) },
  });

const setAddress = (set: ReturnType<typeof sql>) =>
  sql`update email_addresses set ${set} where tenant_id = ${tenant.tenantId}`.execute(db.global);
const digests = async () =>
  (
    await sql<{ localDay: string; state: string; error: string | null }>`
      select local_day as "localDay", state, last_error as error from messages
       where tenant_id = ${tenant.tenantId} and purpose = 'digest' order by 1`.execute(db.global)
  ).rows;

const judging = () => createJudging({ db, clock });
const product = (name: string, sellerAccountId?: string) =>
  buildProduct(
    db,
    { tenant, judging: judging() },
    { name, ...(sellerAccountId === undefined ? {} : { sellerAccountId }) },
  );

async function see(productId: string, images: ReturnType<typeof catalogFacts>['images']): Promise<void> {
  clock.advance(1000);
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging().ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images }) }]);
}
const images = catalogFacts().images;

async function withoutImage(name: string): Promise<string> {
  const productId = await product(name);
  await see(productId, []);
  return productId;
}

const at = (instant: string) => clock.set(new Date(instant));

test('the digest comes once a day, at the hour of the address in its zone', async () => {
  await product('Kettle');
  const times: string[] = [];
  for (let minute = 0; minute < 3 * 24 * 60; minute += 60) {
    at(new Date(Date.parse('2026-11-20T05:00:00Z') + minute * 60_000).toISOString());
    const before = sent.length;
    await send();
    await send();
    if (sent.length > before) times.push(clock.now().toISOString());
  }

  expect(times).toEqual(['2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z', '2026-11-22T06:00:00.000Z']);
  expect(sent).toHaveLength(3);
  expect(await digests()).toEqual(
    ['2026-11-20', '2026-11-21', '2026-11-22'].map((localDay) => ({ localDay, state: 'sent', error: null })),
  );
});

test('another hour or zone neither doubles a day nor drops one', async () => {
  await product('Kettle');
  at('2026-11-20T06:00:00Z');
  await send();
  await setAddress(sql`digest_email_hour = 9`);
  at('2026-11-20T08:00:00Z');
  await send();
  expect(await digests()).toMatchObject([{ localDay: '2026-11-20' }]);

  // The evening in Berlin falls on the next day in Auckland, where the digest hour has come.
  await setAddress(sql`time_zone = 'Pacific/Auckland', digest_email_hour = 6`);
  at('2026-11-20T18:30:00Z');
  await send();
  await setAddress(sql`time_zone = 'America/Los_Angeles'`);
  at('2026-11-21T15:00:00Z');
  await send();
  at('2026-11-22T14:00:00Z');
  await send();

  expect((await digests()).map(({ localDay }) => localDay)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(sent).toHaveLength(3);
});

test('an address that begins at noon and chooses a later hour gets the digest of that day', async () => {
  await product('Kettle');
  at('2026-11-20T12:00:00Z');
  await setAddress(sql`time_zone = 'UTC', digest_email_hour = 7, digest_last_day = null`);
  await send();
  await setAddress(sql`digest_email_hour = 18`);
  await send();
  expect(await digests()).toEqual([]);

  at('2026-11-20T18:00:00Z');
  await send();

  expect(await digests()).toMatchObject([{ localDay: '2026-11-20', state: 'sent' }]);
});

test('an address without a subscription gets no digest, and begins with the next one when it subscribes', async () => {
  await product('Kettle');
  await setAddress(sql`subscribed_to_daily_digest = false`);
  at('2026-11-20T06:00:00Z');
  await send();
  await setAddress(sql`subscribed_to_daily_digest = true`);
  at('2026-11-20T10:00:00Z');
  await send();
  expect(sent).toEqual([]);

  at('2026-11-21T06:00:00Z');
  await send();

  expect(sent).toHaveLength(1);
});

test('a digest lists tasks, waiting issues, issues that came back and improvements, and counts the products that are fine', async () => {
  const back = await withoutImage('Teapot');
  await see(back, images);
  await withoutImage('Kettle');
  const seen = await withoutImage('Skillet');
  await sql`update items set issue_status = 2 where tenant_id = ${tenant.tenantId} and product_id = ${seen} and status = 2`.execute(
    db.global,
  );
  const better = await withoutImage('Press');
  await see(better, images);
  await sql`update flips set is_improved = true where tenant_id = ${tenant.tenantId} and to_status = 0`.execute(
    db.global,
  );
  await see(back, []);
  await sql`update items set issue_status = 1 where tenant_id = ${tenant.tenantId} and product_id = ${back} and status = 2`.execute(
    db.global,
  );
  await see(await product('Board'), images);
  at('2026-11-20T06:00:00Z');

  await send();

  const text = sent[0]?.text ?? '';
  expect(sent[0]?.subject).toBe('One thing needs you. 2 products are fine.');
  expect(text).toMatch(/1\. Alert: Main image missing\nKettle, US\n/);
  expect(text).toMatch(/\n\nWaiting\nAlert: Skillet, US: main image missing \(in progress, since/);
  expect(text).toMatch(/\n\nCame back\nAlert: Teapot, US: main image missing/);
  expect(text).toMatch(/\n\nGot better\nPress, US: /);
  expect(text).toContain('1 solved since the last brief');
  expect(text.match(/Teapot.*main image/g)).toHaveLength(1);
  expect(text).toContain('every day at 07:00 Berlin time');
  expect(text).toContain('The next one comes on Saturday 21 November');
  for (const body of [text, sent[0]?.html]) expect(body).not.toMatch(/undefined|NaN|\[object/);
});

test('an improvement whose problem is back is none, also if somebody has set the problem done', async () => {
  const back = await withoutImage('Teapot');
  await see(back, images);
  const better = await withoutImage('Press');
  await see(better, images);
  await sql`update flips set is_improved = true where tenant_id = ${tenant.tenantId} and to_status = 0`.execute(
    db.global,
  );
  await see(back, []);
  await sql`update items set issue_status = 3 where tenant_id = ${tenant.tenantId} and product_id = ${back} and status = 2`.execute(
    db.global,
  );
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.text.match(/\n\nGot better\n(.*)/)?.[1]).toContain('Press, US: ');
  expect(sent[0]?.text).not.toContain('Teapot');
});

test.each([
  ['that has left the plan', sql`suppressed_types = '{imageMissing}'`],
  ['that is hidden now', sql`group_statuses = '{"imageMissing": 21}'`],
])('a digest tells neither improvements nor ends of problems of a kind %s', async (_kind, change) => {
  const better = await withoutImage('Press');
  await see(better, images);
  await sql`update flips set is_improved = true where tenant_id = ${tenant.tenantId} and to_status = 0`.execute(
    db.global,
  );
  await sql`update tenants set ${change} where tenant_id = ${tenant.tenantId}`.execute(db.global);
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.text).not.toContain('Got better');
  expect(sent[0]?.text).not.toContain('1 solved');
});

test.each([
  ['a product whose watch has ended', sql`update products set is_tracked = false`],
  ['an item that people have removed', sql`update items set removed_at = '2026-11-20'`],
])('a digest counts no solved issue of %s', async (_what, change) => {
  await product('Kettle');
  const better = await withoutImage('Press');
  await see(better, images);
  await sql`${change} where tenant_id = ${tenant.tenantId} and product_id = ${better}`.execute(db.global);
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.text).not.toContain('1 solved');
});

test('when all is well it says so', async () => {
  await see(await product('Kettle'), images);
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.subject).toBe('Nothing needs you. All is well with 1 product.');
});

test('products that were not judged yet are not called fine', async () => {
  await see(await product('Kettle'), images);
  await product('Board');
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.subject).toBe('Still being checked: 1 of 2 products.');
  expect(sent[0]?.text).toContain('1 product checked so far.');
});

const sweepOf = (confirmedAt: string) =>
  sql`
  insert into seller_marketplaces (tenant_id, seller_account_id, marketplace, store_name)
  values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', 'Brightkeel')`
    .execute(db.global)
    .then(() =>
      sql`insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
        values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', 'catalog-items', now(), ${confirmedAt})`.execute(
        db.global,
      ),
    );

test.each([
  ['2026-11-20T05:55:00Z', 'Nothing needs you. All is well with 1 product.', 'Checked: Brightkeel US, US (06:55)'],
  [
    '2026-11-19T01:00:00Z',
    'Nothing new is known: US has not answered since 19 Nov, 02:00.',
    'Stale: Brightkeel US, US (since 19 Nov, 02:00)',
  ],
])(
  'the time of a last check at %s is stated, and a stale marketplace is not called fine',
  async (confirmedAt, subject, freshness) => {
    await see(await product('Kettle'), images);
    await sweepOf(confirmedAt);
    at('2026-11-20T06:00:00Z');

    await send();

    expect(sent[0]?.subject).toBe(subject);
    expect(sent[0]?.text).toContain(freshness);
  },
);

test('a marketplace of which a check has never ended is stale, without a time', async () => {
  await see(await product('Kettle'), images);
  await sweepOf('2026-11-20T05:55:00Z');
  await sql`update sweeps set confirmed_at = null, failures = 3 where tenant_id = ${tenant.tenantId}`.execute(
    db.global,
  );
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.subject).toBe('Nothing new is known: US has not answered.');
  for (const body of [sent[0]?.text, sent[0]?.html]) {
    expect(body).toContain('not checked completely so far');
    expect(body).not.toContain('since never');
  }
});

test('a digest lists stock alerts, although they send no mail at once', async () => {
  const productId = await product('Kettle');
  await sql`
    insert into items (tenant_id, item_id, product_id, type, status, message, changed_at, version)
    values (${tenant.tenantId}, ${`inventory-${productId}`}, ${productId}, 'inventory', 2, '4 days left', now(), 1)
        on conflict (tenant_id, item_id) do update set status = 2, message = '4 days left'`.execute(db.global);
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.text).toContain('4 days left');
});

test.each(['hidden_seller_account_ids', 'unsubscribed_seller_account_ids'])(
  'nothing of a seller account in %s is told, nor counted',
  async (column) => {
    await see(await product('Kettle'), images);
    const { rows } = await sql<{ id: string }>`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${tenant.tenantId}, 'AOTHER', 'EU', 'Hidden shop', 'not a token', '123456', now(), now(), 0)
      returning seller_account_id as id`.execute(db.global);
    const hidden = rows[0]?.id ?? '';
    await see(await product('Secret skillet', hidden), []);
    await setAddress(sql`${sql.ref(column)} = array[${hidden}::bigint]`);
    at('2026-11-20T06:00:00Z');

    await send();

    expect(sent[0]?.subject).toBe('Nothing needs you. All is well with 1 product.');
    expect(`${sent[0]?.text}${sent[0]?.html}`).not.toMatch(/Secret|Hidden/);
  },
);

test('addresses of one tenant that may see different seller accounts are each told of their own', async () => {
  await withoutImage('Kettle');
  await sql`
    insert into email_addresses (
      tenant_id, email, is_primary, is_user, verified_at, created_at, time_zone, digest_email_hour,
      hidden_seller_account_ids
    )
    select ${tenant.tenantId}, address, false, true, now(), now(), 'Europe/Berlin', 7, hidden
      from (values ('like-owner@example.test', '{}'::bigint[]),
                   ('sees-nothing@example.test', array[${tenant.sellerAccountId}::bigint])) as a (address, hidden)
    returning 1`.execute(db.global);
  await send();
  sent = [];
  at('2026-11-21T06:00:00Z');

  await send();

  expect(sent.map(({ to }) => to).toSorted()).toEqual(['like-owner@example.test', expect.stringMatching(/^owner/)]);
  expect(sent.every(({ text }) => text.includes('Kettle'))).toBe(true);
});

test('digests of one tenant that tell the same load it once', async () => {
  await withoutImage('Kettle');
  await sql`
    insert into email_addresses (
      tenant_id, email, is_primary, is_user, verified_at, created_at, time_zone, digest_email_hour
    )
    select ${tenant.tenantId}, n || '@example.test', false, true, now(), now(), 'Europe/Berlin', 7
      from generate_series(1, 8) as n
    returning 1`.execute(db.global);
  await send();
  sent = [];
  at('2026-11-21T06:00:00Z');
  let snapshots = 0;
  const snapshot: Db['snapshot'] = (tenantId, work) => {
    snapshots += 1;
    return db.snapshot(tenantId, work);
  };

  await send({ db: { ...db, snapshot } });

  expect(sent).toHaveLength(9);
  // The world, the freshness of its markets, and the changes since the last digest.
  expect(snapshots).toBe(3);
});

test('several processes at once send one', async () => {
  await product('Kettle');
  at('2026-11-20T06:00:00Z');

  await Promise.all([send(), send(), send()]);
  await send();

  expect(sent).toHaveLength(1);
});

test('a mail server that is away loses none: the same mail goes later that day, and none of yesterday', async () => {
  const kettle = await product('Kettle');
  at('2026-11-20T06:00:00Z');
  const tried: Mail[] = [];
  await send({
    send: async (mail) => {
      tried.push(mail);
      throw new Error('connect ECONNREFUSED');
    },
  });
  clock.advance(60_000);
  await send();
  expect(sent.map(({ messageId }) => messageId)).toEqual(tried.map(({ messageId }) => messageId));
  at('2026-11-20T10:00:00Z');
  await see(kettle, []);
  at('2026-11-20T12:00:00Z');
  await see(kettle, images);

  isAway = true;
  at('2026-11-21T06:00:00Z');
  await send();
  isAway = false;
  at('2026-11-22T06:00:00Z');
  await send();
  // The reader knows the brief of the first day, and not the one that was given up.
  expect(sent.at(-1)?.text).toContain('1 solved since the last brief');
  expect(await digests()).toMatchObject([
    { localDay: '2026-11-20', state: 'sent' },
    { localDay: '2026-11-21', state: 'given up' },
    { localDay: '2026-11-22', state: 'sent' },
  ]);
});

const refusal = (response: string) =>
  Object.assign(new Error(response), { responseCode: Number(response.slice(0, 3)), command: 'RCPT TO', response });

test('an address that its mail server refuses for good is stopped by its digest too, and its owner is told', async () => {
  await product('Kettle');
  await setAddress(sql`subscribed_to_daily_digest = false`);
  await sql`
    insert into email_addresses (
      tenant_id, email, is_primary, is_user, verified_at, time_zone, digest_email_hour, created_at
    )
    values (${tenant.tenantId}, 'gone@example.test', false, false, now(), 'Europe/Berlin', 7, now())`.execute(
    db.global,
  );
  await send();
  at('2026-11-20T06:00:00Z');
  let tries = 0;
  const refusing = (mail: Mail) => {
    if (mail.to !== 'gone@example.test') return mailer.send(mail);
    tries += 1;
    return Promise.reject(refusal('550 5.1.1 No such user'));
  };
  await send({ send: refusing });

  for (const instant of ['2026-11-20T06:10:00Z', '2026-11-20T20:00:00Z', '2026-11-21T06:00:00Z']) {
    at(instant);
    await send({ send: refusing });
  }

  expect(tries).toBe(1);
  expect(await digests()).toEqual([{ localDay: '2026-11-20', state: 'failed', error: '550 5.1.1 No such user' }]);
  const { rows } = await sql`
    select n.kind, n.subject, n.reason, n.recipient, n.state from messages n
     where n.tenant_id = ${tenant.tenantId}
       and n.purpose = 'notice'`.execute(db.global);
  const told = { kind: 'addressStopped', subject: 'gone@example.test', reason: '550 5.1.1 No such user' };
  expect(rows).toEqual([{ ...told, recipient: tenant.owner.email, state: 'sent' }]);
});

test.each(['452 4.2.2 Mailbox full', '421 4.3.2 Service not available', '554 5.7.1 Looks like spam'])(
  'after “%s” it is tried again, and is the one digest of its day, also when that is over elsewhere',
  async (response) => {
    await product('Kettle');
    at('2026-11-20T06:00:00Z');
    const tried: string[] = [];
    const refusing = (mail: Mail) => {
      tried.push(mail.messageId);
      return Promise.reject(refusal(response));
    };
    await send({ send: refusing });
    await send({ send: refusing });
    expect(tried).toHaveLength(1);
    at('2026-11-20T22:30:00Z');
    await send();
    await send();

    expect(sent.map(({ messageId }) => messageId)).toEqual(tried);
    expect(await digests()).toEqual([{ localDay: '2026-11-20', state: 'sent', error: null }]);
    at('2026-11-21T06:00:00Z');
    await send();
    expect((await digests()).map(({ localDay }) => localDay)).toEqual(['2026-11-20', '2026-11-21']);
    expect(sent).toHaveLength(2);
  },
);

test('a process that dies between sending and writing it down doubles nothing under another name', async () => {
  await product('Kettle');
  at('2026-11-20T06:00:00Z');
  await expect(send({ db: mortalDb(db, 1).db })).rejects.toThrow(ProcessDeath);
  expect(sent).toEqual([]);
  await expect(send({ db: dyingAfter(db, () => sent.length > 0) })).rejects.toThrow(ProcessDeath);
  expect(await digests()).toMatchObject([{ state: 'claimed' }]);

  clock.advance(60_000);
  await send();
  await send();

  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await digests()).toMatchObject([{ state: 'sent' }]);
});

test('a process that dies before it sends loses nothing', async () => {
  await product('Kettle');
  at('2026-11-20T06:00:00Z');
  await expect(send({ db: mortalDb(db, 0).db })).rejects.toThrow(ProcessDeath);

  await send();

  expect(sent).toHaveLength(1);
});

test('its pictures come with it, and no transaction is open while they are fetched', async () => {
  const productId = await withoutImage('Kettle');
  await sql`update products set image_url = ${'https://pictures.example/a.png'} where product_id = ${productId}`.execute(
    db.global,
  );
  at('2026-11-20T06:00:00Z');
  let open = 0;
  const openWhile: number[] = [];
  const counting: Db = {
    ...db,
    tenant: async (tenantId, work) => {
      open += 1;
      return db.tenant(tenantId, work).finally(() => (open -= 1));
    },
  };
  const load = async (addresses: readonly string[]) => {
    openWhile.push(open);
    return picturesAt(...addresses);
  };

  await send({ db: counting, pictures: { load } });

  expect(openWhile).toEqual([0]);
  expect(sent[0]?.attachments).toMatchObject([{ contentType: 'image/png' }]);
  expect(sent[0]?.html).toContain(`src="cid:${sent[0]?.attachments?.[0]?.cid}"`);
});

test('before anything is watched there is nothing to tell', async () => {
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent).toEqual([]);
  expect(await digests()).toMatchObject([{ state: 'given up', error: 'No product is watched yet' }]);
});

test('an owner whose address is not verified gets no digest, and the log says why', async () => {
  await product('Kettle');
  await setAddress(sql`verified_at = null`);
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent).toEqual([]);
  expect(await digests()).toMatchObject([{ state: 'given up', error: 'The address is not verified' }]);
});

test('digests can be unsubscribed from alone, by one click', async () => {
  await product('Kettle');
  at('2026-11-20T06:00:00Z');

  await send();

  expect(sent[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
});
