import { sql } from 'kysely';
import { createPublicFetch } from '../../../../external/http/public-fetch.ts';
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
import { noPictures, picturesAt } from '../../../../../testing/mails/pictures.ts';
import { type SendContext, tellAlerts } from '../../../../../testing/mails/send-messages.ts';
import type { Pictures } from '../../../../external/http/pictures.ts';
import type { Db, Tx } from '../../../../lib/db/db.ts';
import type { Mail } from '../../../../lib/mail/mailer.ts';
import { tenantsAtOnce } from '../../../../lib/jobs/tenant-turns.ts';
import { systemRandom } from '../../../../lib/random.ts';
import { parseEncryptionKeys } from '../../../../lib/secrets.ts';
import { createJudging } from '../../../judging/ingest.ts';
import { makeUpAlertMails } from './mail/make-up-mails.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { publicUrl: 'https://watch.example' } as SendContext['config'];
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
let db: Db;
let tenant: BuiltTenant;
let sent: Mail[];
let refusal: Error | null;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
afterAll(() => db.close());
beforeEach(async () => {
  // Deliveries left pending by an earlier test are sent first, so that the inbox contains only this test's mails.
  sent = [];
  refusal = null;
  await deliver();
  sent = [];
  tenant = await buildTenant(db);
});

const judging = () => createJudging({ db, clock });

const mailer = {
  send: async (mail: Mail) => {
    if (refusal) throw refusal;
    sent.push(mail);
  },
  close: () => undefined,
};

const deliver = (with_: Partial<typeof mailer> = {}, given: { db?: Db; pictures?: Pictures } = {}) =>
  tellAlerts({
    push: null,
    publicFetch: createPublicFetch({ allowsPrivate: false }),
    db,
    clock,
    config,
    keys,
    random: systemRandom,
    log: pino({ level: 'silent' }),
    pictures: noPictures,
    ...given,
    mailer: { ...mailer, ...with_ },
  });

async function loseImage(name?: string): Promise<string> {
  const productId = await buildProduct(db, { tenant, judging: judging() }, name === undefined ? {} : { name });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging().ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
  return productId;
}

test('an alert is mailed at once to the owner, with what changed and a link to the product', async () => {
  const productId = await loseImage();

  await deliver();

  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: tenant.owner.email,
    subject: 'Alert: main image missing, Cast-iron skillet 26 cm, US',
  });
  for (const body of [sent[0]?.text, sent[0]?.html]) {
    expect(body).toContain(`https://watch.example/home#pdet-${productId}`);
    expect(body).toContain('The product page has no main image');
  }
});

test('alerts of a few minutes come in one mail that names each of them', async () => {
  const productIds = [await loseImage('Skillet'), await loseImage('Kettle'), await loseImage('Press')];

  clock.advance(300_000);
  await deliver();

  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toMatch(/, and 2 more$/);
  for (const productId of productIds) expect(sent[0]?.html).toContain(`#pdet-${productId}"`);
});

test('nothing is mailed twice', async () => {
  await loseImage();

  await deliver();
  await deliver();

  expect(sent).toHaveLength(1);
});

test('several processes that deliver at once send one mail', async () => {
  await loseImage();
  let arrived = 0;
  const slow = {
    send: async (mail: Mail) => {
      arrived += 1;
      await new Promise((resolve) => setImmediate(resolve));
      sent.push(mail);
    },
  };

  await Promise.all([deliver(slow), deliver(slow), deliver(slow)]);

  expect(arrived).toBe(1);
  expect(sent).toHaveLength(1);
});

test('a mail that one process is sending is left alone by the others', async () => {
  await loseImage();
  const isSending = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = deliver({
    send: async (mail) => {
      isSending.resolve();
      await mayEnd.promise;
      sent.push(mail);
    },
  });
  await isSending.promise;

  await deliver();
  mayEnd.resolve();
  await first;

  expect(sent).toHaveLength(1);
});

test('the alerts of more tenants than one round takes are made up in rounds that follow at once', async () => {
  const owed = tenantsAtOnce + 1;
  await addTenantsWithAlert(owed);

  const results = [await makeUp(), await makeUp()];
  await deliver();

  expect(results).toEqual([true, false]);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(owed);
});

const makeUp = () => makeUpAlertMails({ db, clock, random: systemRandom, config });

/** Adds tenants with one product and one alert each, which waits for its mail. */
async function addTenantsWithAlert(count: number): Promise<void> {
  await sql`
    with tenant as (
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
      select gen_random_uuid(), 'Many', 'brand', 'many', now() + interval '30 days', now()
        from generate_series(1, ${count}::int)
      returning tenant_id
    ),
    address as (
      insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
      select t.tenant_id, t.tenant_id || '@many.test', true, true, now(), now()
        from tenant t
      returning tenant_id, email_address_id
    ),
    account as (
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      select t.tenant_id, left(t.tenant_id::text, 14), 'NA', 'Many', 'not a token', '123456', now(), now(), 0
        from tenant t
      returning tenant_id, seller_account_id
    ),
    product as (
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select a.tenant_id, a.seller_account_id, 'US', 'B0MANY0001', 'Lantern', true, true, 0, now()
        from account a
      returning tenant_id, product_id
    ),
    flipped as (
      insert into flips (tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, evidence)
      select p.tenant_id, ${clock.now()}, 'imageMissing-' || p.product_id, 1, p.product_id, 'imageMissing', 0, 2, 'RED', '[]'
        from product p
      returning tenant_id, at, flip_id
    )
    insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, state, next_attempt_at)
    select f.tenant_id, f.at, f.flip_id, a.email_address_id, 'mail', 'pending', f.at
      from flipped f
      join address a using (tenant_id)
    returning 1`.execute(db.global);
}

test('a mail server that is away loses nothing: the same mail goes later', async () => {
  await loseImage();
  refusal = new Error('connect ECONNREFUSED');
  const tried: Mail[] = [];
  await deliver({
    send: async (mail) => {
      tried.push(mail);
      throw new Error('connect ECONNREFUSED');
    },
  });

  refusal = null;
  await deliver();
  expect(sent).toHaveLength(0);
  clock.advance(60_000);
  await deliver();

  expect(sent).toHaveLength(1);
  expect(sent[0]?.messageId).toBe(tried[0]?.messageId);
});

test('names from the marketplace are text in a mail, never markup', async () => {
  await loseImage('<img src=x onerror=alert(1)> & "Sons"');

  await deliver();

  expect(sent[0]?.html).not.toContain('<img src=x');
  expect(sent[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;');
});

test('the picture comes with the mail, which tells what is at risk as the dashboard does, once that is known', async () => {
  const productId = await loseImage();
  const days = sql`generate_series(date '2026-11-10', date '2026-11-19', interval '1 day')`;
  await sql`
    update products set image_url = 'https://pictures.example/a.png', price_cents = 3000, currency = 'USD',
                        sales_known_at = now() - interval '30 days'
     where product_id = ${productId}`.execute(db.global);
  await sql`
    insert into sales_days (
      tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
    )
    select ${tenant.tenantId}, ${productId}, d::date, 10, 10, 0, '{}', false, now() from ${days} d
    returning 1`.execute(db.global);
  let open = 0;
  const counted =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      open += 1;
      return work(tx).finally(() => (open -= 1));
    };
  const counting: Db = {
    ...db,
    tenant: (tenantId, work) => db.tenant(tenantId, counted(work)),
    snapshot: (tenantId, work) => db.snapshot(tenantId, counted(work)),
  };
  const load = async (addresses: readonly string[]) => {
    expect(open).toBe(0);
    return picturesAt(...addresses);
  };

  await deliver({}, { db: counting, pictures: { load } });

  const [mail] = sent;
  expect(mail?.html).toContain(`src="cid:${mail?.attachments?.[0]?.cid}"`);
  // The product sells ten units of $30 a day, of which eight to twelve are likely. Without a picture, half to nine tenths
  // of these are lost.
  for (const body of [mail?.text, mail?.html]) expect(body).toMatch(/about \$120\s*–\s*\$320 a day/);
});

test("another tenant's mail goes to its own owner alone", async () => {
  await loseImage('Ours');
  const other = await buildTenant(db);
  tenant = other;
  await loseImage('Theirs');

  await deliver();

  const theirs = sent.filter((mail) => mail.to === other.owner.email);
  expect(theirs).toHaveLength(1);
  expect(theirs[0]?.html).not.toContain('Ours');
});
