import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../../../testing/clock.ts';
import { ignoreDeath, mortalDb } from '../../../../../testing/database/mortal-db.ts';
import { testDatabase } from '../../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  type BuiltTenant,
  catalogFacts,
  openTestDb,
} from '../../../../../testing/database/factories.ts';
import { noPictures } from '../../../../../testing/mails/pictures.ts';
import { type SendContext, tellAlerts } from '../../../../../testing/mails/send-messages.ts';
import { createPublicFetch } from '../../../../external/http/public-fetch.ts';
import type { Db } from '../../../../lib/db/db.ts';
import type { Mail } from '../../../../lib/mail/mailer.ts';
import { systemRandom } from '../../../../lib/random.ts';
import { parseEncryptionKeys } from '../../../../lib/secrets.ts';
import { planMailAgain } from '../../../accounts/recipients/waiting-mail-queries.ts';
import { createJudging } from '../../../judging/ingest.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const config = { publicUrl: 'https://watch.example' } as SendContext['config'];
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
  await sql`delete from deliveries`.execute(db.global);
  clock.set(new Date('2026-11-20T08:00:00Z'));
  sent = [];
  isAway = false;
  tenant = await buildTenant(db);
});

const log = pino({ level: 'silent' });
const deliver = (given: Db = db) =>
  tellAlerts({
    push: null,
    publicFetch: createPublicFetch({ allowsPrivate: false }),
    db: given,
    clock,
    config,
    keys,
    random: systemRandom,
    log,
    mailer,
    pictures: noPictures,
  });
const wait = (minutes: number) => clock.advance(minutes * 60_000);

/**
 * Lets a new product lose its image. Each product has its own brand, so that many losses do not become an incident that
 * waits for a second look.
 */
async function loseImage(name: string): Promise<string> {
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging }, { name, brand: `${name} & Co` });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
  return productId;
}

async function bringImageBack(productId: string): Promise<void> {
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await createJudging({ db, clock }).ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts() }]);
}

const setTenant = (set: ReturnType<typeof sql>) =>
  sql`update tenants set ${set} where tenant_id = ${tenant.tenantId}`.execute(db.global);
const setAddress = (set: ReturnType<typeof sql>) =>
  sql`update email_addresses set ${set} where tenant_id = ${tenant.tenantId}`.execute(db.global);

/** Returns which of the given products each mail names. */
const told = (...names: readonly string[]) =>
  sent.map(({ text }) => names.filter((name) => text.includes(name)).join(' and '));

test('batched alerts are collected from the first on and come in one mail when the interval is over', async () => {
  await setTenant(sql`instant_alert = false, batching_interval_minutes = 60`);
  await loseImage('Kettle');
  await deliver();
  wait(40);
  await loseImage('Skillet');
  await deliver();
  wait(19);
  await deliver();
  expect(sent).toEqual([]);

  wait(1);
  await deliver();

  expect(told('Kettle', 'Skillet')).toEqual(['Kettle and Skillet']);
  expect(sent[0]?.text).toContain('collected alerts are on');
  wait(30);
  await loseImage('Press');
  await deliver();
  expect(sent).toHaveLength(1);
  wait(60);
  await deliver();
  expect(told('Kettle', 'Press')).toEqual(['Kettle', 'Press']);
});

test('a collected mail counts only open alerts, and lists apart what was solved meanwhile', async () => {
  await setTenant(sql`instant_alert = false, batching_interval_minutes = 60`);
  const kettle = await loseImage('Kettle');
  await loseImage('Skillet');
  await deliver();
  wait(30);
  await bringImageBack(kettle);
  wait(30);

  await deliver();

  expect(sent.map(({ subject }) => subject)).toEqual(['Alert: main image missing, Skillet, US']);
  const [open = '', solved = ''] = sent[0]?.text.split('Solved meanwhile:') ?? [];
  expect([open.includes('Kettle'), solved.includes('Kettle')]).toEqual([false, true]);
});

test.each([
  ['at once, when the settings say so', true],
  ['within an hour, when nobody says so', false],
])('collected alerts are sent %s after instant alerts were switched on; none is lost', async (_when, isSaid) => {
  await setTenant(sql`instant_alert = false, batching_interval_minutes = 1440`);
  await loseImage('Kettle');
  await deliver();
  wait(11);
  await deliver();
  await setTenant(sql`instant_alert = true`);
  if (isSaid) await db.tenant(tenant.tenantId, (tx) => planMailAgain(tx, tenant.tenantId, { now: clock.now() }));
  else wait(60);

  await deliver();
  await deliver();

  expect(told('Kettle')).toEqual(['Kettle']);
});

test('alerts on their way when batching is switched on are not lost', async () => {
  isAway = true;
  await loseImage('Kettle');
  await deliver();
  await setTenant(sql`instant_alert = false, batching_interval_minutes = 60`);
  isAway = false;
  await loseImage('Skillet');
  wait(1);
  await deliver();
  expect(told('Kettle', 'Skillet')).toEqual(['Kettle']);
  wait(60);
  await deliver();

  expect(told('Kettle', 'Skillet')).toEqual(['Kettle', 'Skillet']);
});

test('in the quiet hours of an address nothing comes; afterwards one mail with all of it', async () => {
  await setAddress(sql`quiet_from_hour = 22, quiet_to_hour = 7, time_zone = 'Asia/Kolkata'`);
  clock.set(new Date('2026-11-20T17:00:00Z'));
  await loseImage('Kettle');
  await deliver();
  wait(300);
  await loseImage('Skillet');
  await deliver();
  clock.set(new Date('2026-11-21T01:29:00Z'));
  await deliver();
  expect(sent).toEqual([]);

  clock.set(new Date('2026-11-21T01:31:00Z'));
  await deliver();

  expect(told('Kettle', 'Skillet')).toEqual(['Kettle and Skillet']);
});

test('a mail that was refused in the evening is not tried at night', async () => {
  await setAddress(sql`quiet_from_hour = 22, quiet_to_hour = 7, time_zone = 'UTC'`);
  clock.set(new Date('2026-11-20T21:59:50Z'));
  isAway = true;
  await loseImage('Kettle');
  await deliver();
  isAway = false;
  clock.set(new Date('2026-11-20T22:05:00Z'));
  await deliver();
  expect(sent).toEqual([]);

  clock.set(new Date('2026-11-21T07:00:00Z'));
  await deliver();

  expect(told('Kettle')).toEqual(['Kettle']);
});

const muteFor = (minutes: number) => {
  const mutedUntil = new Date(clock.now().getTime() + minutes * 60_000);
  return sql`update items set muted_until = ${mutedUntil} where tenant_id = ${tenant.tenantId}`.execute(db.global);
};

test('what was collected is sent after a mute that has run out, even before a worker has ended the mute', async () => {
  await setTenant(sql`instant_alert = false`);
  await loseImage('Kettle');
  await muteFor(60);
  wait(61);

  await deliver();

  expect(told('Kettle')).toEqual(['Kettle']);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'may not see the seller account any more',
    () => setAddress(sql`hidden_seller_account_ids = array[${tenant.sellerAccountId}::bigint]`),
  ],
  [
    'wants to hear nothing of the seller account any more',
    () => setAddress(sql`unsubscribed_seller_account_ids = array[${tenant.sellerAccountId}::bigint]`),
  ],
  ['has turned the kind off', () => setAddress(sql`alert_settings = '{"IMAGE_MISSING": []}'`)],
  ['takes no mail any more', () => setAddress(sql`stopped_at = now()`)],
  ['has not the kind in the plan any more', () => setTenant(sql`suppressed_types = '{imageMissing}'`)],
  ['has muted it', () => muteFor(1440)],
])('what was collected is not sent to who meanwhile %s', async (_what, change) => {
  await setTenant(sql`instant_alert = false`);
  await loseImage('Kettle');
  await deliver();
  await change();
  wait(61);

  await deliver();

  expect(sent).toEqual([]);
  const { rows } = await sql<{ state: string; reason: string }>`
    select state, last_error as reason from deliveries where tenant_id = ${tenant.tenantId}`.execute(db.global);
  expect(rows).toEqual([{ state: 'failed', reason: 'Not wanted any more when it was to be sent' }]);
});

test('after a flood the next mail waits until that one can have been read, and tells all that came meanwhile', async () => {
  for (let number = 0; number < 30; number += 1) await loseImage(`Product ${number}.`);
  await deliver();
  await loseImage('Kettle');
  await deliver();
  await loseImage('Skillet');
  await deliver();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toMatch(/, and 29 more$/);
  for (let number = 0; number < 30; number += 1) expect(sent[0]?.text).toContain(`Product ${number}.`);

  wait(1);
  await deliver();

  expect(told('Kettle', 'Skillet')).toEqual(['', 'Kettle and Skillet']);
});

test('the next mail waits after a flood of alerts that were held for hours as well', async () => {
  await setAddress(sql`quiet_from_hour = 22, quiet_to_hour = 7, time_zone = 'UTC'`);
  clock.set(new Date('2026-11-20T23:00:00Z'));
  for (let number = 0; number < 30; number += 1) await loseImage(`Product ${number}.`);
  await deliver();
  clock.set(new Date('2026-11-21T07:00:00Z'));
  await deliver();
  await loseImage('Kettle');
  await deliver();
  expect(sent).toHaveLength(1);

  wait(1);
  await deliver();

  expect(told('Kettle')).toEqual(['', 'Kettle']);
});

test.each([
  ['instant', sql`instant_alert = true`, 0],
  ['batched', sql`instant_alert = false, batching_interval_minutes = 60`, 61],
])('%s alerts: a process killed at any of its steps loses none and doubles none', async (...[, mode, minutes]) => {
  await setTenant(mode);
  const names = ['Kettle', 'Skillet', 'Press'];
  for (const name of names) {
    await loseImage(name);
    for (const step of [1, 2, 3, 4]) {
      await deliver(mortalDb(db, step).db).catch(ignoreDeath);
      // Messages claimed by a killed process can be claimed again when their leases end.
      wait(1);
    }
    wait(minutes);
  }
  await deliver();
  await deliver();

  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from deliveries where tenant_id = ${tenant.tenantId} group by state`.execute(
    db.global,
  );
  expect(rows).toEqual([{ state: 'sent', count: 3 }]);
  // A mail that the mail server had already accepted arrived again with its id, so each id is counted once.
  const distinct = [...new Map(sent.map((mail) => [mail.messageId, mail])).values()];
  for (const name of names)
    expect([name, distinct.filter(({ text }) => text.includes(name)).length]).toEqual([name, 1]);
});

test('a simple subject counts the alerts and names the product', async () => {
  await setTenant(sql`alert_subject = 'SIMPLE'`);
  await loseImage('Kettle');

  await deliver();

  expect(sent[0]?.subject).toBe('1 alert: Kettle, US');
});

test('a mail can be unsubscribed from in one click', async () => {
  await loseImage('Kettle');

  await deliver();

  expect(sent[0]?.headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(
      /^<https:\/\/watch\.example\/api\/mail\/unsubscribe\?token=k1\.[\w-]+\.[\w-]+>$/,
    ),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});
