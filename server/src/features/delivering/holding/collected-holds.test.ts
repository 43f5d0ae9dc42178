import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { someoneWaits } from '../../../../testing/database/database.ts';
import { buildProduct, catalogFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';
import { saveSettings, type SaveContext } from '../../accounts/settings/save-settings.ts';
import { planMailAgain } from '../../accounts/recipients/waiting-mail-queries.ts';
import { heedClockJump } from '../../observing/sweeping/clock-jump.ts';
import { putSettings } from '../../triage/settings.ts';

const { watched, tell } = toldProduct();
const { clock } = watched;

beforeEach(async () => {
  const { db, tenant } = watched;
  await sql`
    update tenants set instant_alert = false, batching_interval_minutes = 60
     where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await putSettings({ db, clock }, tenant.owner, { type: 'imageMissing', settings: { minimumMinutes: 60 } });
});

/** Lets a new product lose its image. If each has its own brand, the losses have no common cause. */
async function loseImage(name: string, brand = `${name} & Co`): Promise<void> {
  const { db, tenant, judging } = watched;
  const productId = await buildProduct(db, { tenant, judging: judging() }, { name, brand });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging().ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
}

/** Lets minutes pass in which the worker looks every five minutes, and returns which products each mail names. */
async function pass(minutes: number): Promise<readonly (readonly string[])[]> {
  const told: (readonly string[])[] = [];
  for (let passed = 0; passed < minutes; passed += 5) {
    clock.advance(5 * minuteMs);
    for (const { text } of await tell())
      told.push(['Kettle', 'Skillet', 'Press'].filter((name) => text.includes(name)));
  }
  return told;
}

test('alerts that were held are collected from the end of the first hold on, and come in one mail', async () => {
  await loseImage('Kettle');
  await pass(30);
  await loseImage('Skillet');

  expect(await pass(85)).toEqual([]);
  expect(await pass(10)).toEqual([['Kettle', 'Skillet']]);
  expect(await pass(180)).toEqual([]);
});

test('an alert that was held comes with an earlier mail of alerts that were collected before', async () => {
  await loseImage('Kettle');
  await pass(30);
  await putSettings(watched, watched.tenant.owner, { type: 'imageMissing', settings: { minimumMinutes: 0 } });
  await loseImage('Skillet');

  expect(await pass(60)).toEqual([['Kettle', 'Skillet']]);
});

async function loseMany(name: string): Promise<void> {
  for (let number = 0; number < 12; number += 1) await loseImage(`${name} ${number}`, 'Brightkeel');
}

test('many alerts that waited for a second look are collected then, and wait for that of no later incident', async () => {
  await putSettings(watched, watched.tenant.owner, { type: 'imageMissing', settings: { minimumMinutes: 0 } });
  await loseMany('Kettle');
  expect(await pass(130)).toEqual([]);

  await loseMany('Skillet');

  expect(await pass(45)).toEqual([]);
  expect(await pass(10)).toEqual([['Kettle']]);
  expect(await pass(120)).toEqual([]);
  expect(await pass(10)).toEqual([['Skillet']]);
});

test('alerts that are collected for a day after their hold are not taken for those of a clock that was ahead', async () => {
  const { db, tenant } = watched;
  await sql`
    update tenants set batching_interval_minutes = 1440 where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await loseImage('Kettle');
  await pass(60);
  const warnings: unknown[] = [];
  const log = { ...pino({ level: 'silent' }), warn: (about: unknown) => void warnings.push(about) };

  await heedClockJump({ db, clock, log });

  expect(warnings).toEqual([]);
  clock.advance(23 * 60 * minuteMs);
  expect(await pass(55)).toEqual([]);
  expect(await pass(5)).toEqual([['Kettle']]);
});

test('an alert whose hold ends shortly before its window is collected until then only, while it still holds', async () => {
  const { db, tenant, observe } = watched;
  await sql`
    update tenants set batching_interval_minutes = 1440 where tenant_id = ${tenant.tenantId}`.execute(db.global);
  const seeRatings = (count: number) => observe({ aspect: 'rating', facts: { tenths: 46, count, byStars: null } });
  await seeRatings(1000);
  clock.advance(60 * minuteMs);
  await seeRatings(800);
  clock.advance((7 * 24 - 4) * 60 * minuteMs);
  const subjects: string[] = [];
  for (let passed = 0; passed < 5 * 60; passed += 5) {
    subjects.push(...(await tell()).map(({ subject }) => subject));
    clock.advance(5 * minuteMs);
  }

  expect(subjects).toEqual([expect.stringMatching(/^(?:Alert|Warning): /)]);
});

test('an alert that was held is mailed before its item is judged again, though the collecting time lasts longer', async () => {
  const { db, tenant } = watched;
  await sql`
    update tenants set batching_interval_minutes = 1440 where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await loseImage('Kettle');
  const judgedAgainAt = new Date(clock.now().getTime() + 4 * 60 * minuteMs);
  await sql`update items set again_at = ${judgedAgainAt} where tenant_id = ${tenant.tenantId} and status > 0`.execute(
    db.global,
  );

  expect(await pass(3 * 60 + 40)).toEqual([]);
  expect(await pass(5)).toEqual([['Kettle']]);
});

test('alerts that wait for the end of quiet hours are checked once an hour, and then at their end', async () => {
  const { db, tenant } = watched;
  await sql`
    update email_addresses set quiet_from_hour = 9, quiet_to_hour = 11, time_zone = 'UTC'
     where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await sql`update tenants set instant_alert = true where tenant_id = ${tenant.tenantId}`.execute(db.global);
  clock.set(new Date('2026-11-20T08:05:00Z'));
  await loseImage('Kettle');
  const checks: unknown[] = [];
  for (const at of ['09:05', '09:20', '10:05', '10:20']) {
    clock.set(new Date(`2026-11-20T${at}:00Z`));
    expect(await tell()).toEqual([]);
    const { rows } = await sql<{ at: Date }>`
      select max(d.next_attempt_at) as at from deliveries d where d.tenant_id = ${tenant.tenantId}`.execute(db.global);
    checks.push(rows[0]?.at.toISOString().slice(11, 16));
  }

  expect(checks).toEqual(['10:05', '10:05', '11:00', '11:00']);
});

test('an alert whose hold ends in quiet hours comes at their end with those of the quiet hours', async () => {
  const { db, tenant } = watched;
  const hour = clock.now().getUTCHours();
  await sql`
    update email_addresses
       set quiet_from_hour = ${(hour + 1) % 24}, quiet_to_hour = ${(hour + 4) % 24}, time_zone = 'UTC'
     where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await loseImage('Kettle');
  await pass(90);
  await loseImage('Skillet');

  const told = await pass(240);
  expect(told).toEqual([['Kettle', 'Skillet']]);
});

test('an alert whose hold ends while somebody switches to instant mail comes at once', async () => {
  const { db, database, tenant } = watched;
  const { tenantId } = tenant;
  await loseImage('Kettle');
  clock.advance(60 * minuteMs);
  const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The change is not committed yet.
  const saving = db.tenant(tenantId, async (tx) => {
    await sql`update tenants set instant_alert = true where tenant_id = ${tenantId}`.execute(tx);
    await planMailAgain(tx, tenantId, { now: clock.now() });
    changed.resolve();
    await ended.promise;
  });
  await changed.promise;

  const telling = tell();
  await someoneWaits(database).finally(ended.resolve);
  await saving;

  expect((await telling).map(({ subject }) => subject)).toEqual([expect.stringContaining('Kettle')]);
});

/** Saves settings of the owner's address and of the account, as the settings page does. */
function save(change: object, ofAccount: object = {}): Promise<void> {
  const { db, tenant } = watched;
  const { emailAddressId } = tenant.owner;
  const none = { listSellers: async () => [], renameSellers: async () => undefined };
  const ctx = { db, clock, sellers: none, isProved: async () => true, dropSessions: () => undefined };
  return saveSettings(ctx as unknown as SaveContext, tenant.owner, {
    changedEmailAddresses: [{ emailAddressId, isNew: false, ...change }],
    deletedEmailAddresses: [],
    sellerAccountNewNames: {},
    ...ofAccount,
  });
}

test.each([
  ['the hour of the digest', { digestEmailHour: 9 }, {}],
  ['the subject of alerts', {}, { alertSubject: 'SIMPLE' }],
  ['quiet hours that are over', { quietFromHour: 3, quietToHour: 5, timeZone: 'UTC' }, {}],
])(
  'an alert whose hold is over is still collected with others after a change of %s',
  async (_what, change, account) => {
    await loseImage('Kettle');
    await pass(65);
    await save(change, account);
    await loseImage('Skillet');

    expect(await pass(50)).toEqual([]);
    expect(await pass(10)).toEqual([['Kettle']]);
  },
);

test.each([
  ['shortened', { before: 120, after: 60, left: 50 }],
  ['prolonged', { before: 60, after: 120, left: 110 }],
])(
  'an alert whose hold is over is collected from its end on for the new time if that is %s',
  async (_what, { before, after, left }) => {
    const { db, tenant } = watched;
    await sql`
      update tenants set batching_interval_minutes = ${before} where tenant_id = ${tenant.tenantId}`.execute(db.global);
    await loseImage('Kettle');
    await pass(65);
    await save({}, { batchingIntervalMinutes: after });

    expect(await pass(left)).toEqual([]);
    expect(await pass(10)).toEqual([['Kettle']]);
  },
);

test('an alert whose hold has ended longer ago than the new collecting time is sent once that is saved', async () => {
  const { db, tenant } = watched;
  await sql`
    update tenants set batching_interval_minutes = 1440 where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await loseImage('Kettle');
  await pass(60 + 65);
  await save({}, { batchingIntervalMinutes: 60 });

  expect((await tell()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Kettle')]);
});

test('an alert that is collected for longer is still mailed before its window ends', async () => {
  const { observe } = watched;
  const seeRatings = (count: number) => observe({ aspect: 'rating', facts: { tenths: 46, count, byStars: null } });
  await seeRatings(1000);
  clock.advance(60 * minuteMs);
  await seeRatings(800);
  clock.advance(((7 * 24 - 3) * 60 + 5) * minuteMs);
  expect(await tell()).toEqual([]);
  await save({}, { batchingIntervalMinutes: 1440 });
  const subjects: string[] = [];
  for (let passed = 0; passed < 3 * 60; passed += 5) {
    subjects.push(...(await tell()).map(({ subject }) => subject));
    clock.advance(5 * minuteMs);
  }

  expect(subjects).toEqual([expect.stringMatching(/^(?:Alert|Warning): /)]);
});

test('an alert whose hold is over is sent once it is collected no more, though nothing else is changed', async () => {
  await loseImage('Kettle');
  await pass(65);
  await save({}, { instantAlert: true });

  expect((await tell()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Kettle')]);
});

test('an alert that waits for the end of quiet hours is sent once they are switched off', async () => {
  const { db, tenant } = watched;
  await sql`
    update email_addresses set quiet_from_hour = 9, quiet_to_hour = 20, time_zone = 'UTC'
     where tenant_id = ${tenant.tenantId}`.execute(db.global);
  clock.set(new Date('2026-11-20T08:30:00Z'));
  await loseImage('Kettle');
  await pass(180);
  await save({ quietFromHour: null, quietToHour: null });

  expect((await tell()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Kettle')]);
});
