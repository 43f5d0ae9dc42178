import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { accountNotices, stateOfTheWorld } from '@app/shared/contract/world.ts';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { testApi, type Owner } from '../../../../../testing/http/api.ts';
import { sendMessages } from '../../../../../testing/mails/send-messages.ts';
import type { Turns } from '../../../../lib/jobs/tenant-turns.ts';
import { connectSeller } from '../../../sellers/authorization/connect-seller.ts';
import { watchLosses } from '../../../sellers/standing/watch-losses.ts';
import { tellOfExpiry } from './tell-of-expiry.ts';
import { tellOfLosses } from './tell-of-losses.ts';

const api = testApi();
const worker = () => ({ ...api.ctx, db: api.worker });
const failures: unknown[] = [];
const watching = () => ({ ...worker(), log: { ...api.ctx.log, error: (line: unknown) => void failures.push(line) } });
let owners: Owner[];

beforeEach(async () => {
  await sql`delete from seller_accounts`.execute(api.worker.global);
  await sql`delete from operator_alarms`.execute(api.worker.global);
  owners = [await api.owner(), await api.owner(), await api.owner()];
  api.mails.length = 0;
  failures.length = 0;
});

const connect = ({ tenantId }: Owner, name: string, authorizedAt = api.clock.now()) =>
  sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
    )
    values (${tenantId}, ${name}, 'NA', ${name}, 'k1.x', 'x', ${authorizedAt}, ${authorizedAt}, 1)`.execute(
    api.worker.global,
  );

const subjects = () => api.mails.map(({ subject }) => subject);

test('the owner is mailed 30, 7 and 1 days before the authorisation expires, and anew after the next one', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('There is an owner');
  const end = new Date(api.clock.now().getTime() + 40 * dayMs);
  await connect(owner, 'Shop', new Date(end.getTime() - 365 * dayMs));
  const told: (readonly [number, number])[] = [];
  for (let daysLeft = 40; daysLeft >= -2; daysLeft -= 1) {
    const before = api.mails.length;
    await tellOfExpiry(worker());
    await sendMessages(worker());
    if (api.mails.length > before) told.push([daysLeft, api.mails.length - before]);
    api.clock.advance(dayMs);
  }

  expect(told).toEqual([30, 7, 1].map((days) => [days, 1]));
  expect(new Set(subjects()).size).toBe(1);
  expect(subjects()[0]).toMatch(/^Please authorize Shop again before \d+ \w+ \d{4}$/);
  expect(api.mails.every(({ to }) => to === owner.email)).toBe(true);

  api.mails.length = 0;
  await authorizeAgain(owner);
  api.clock.advance(335 * dayMs);
  await tellOfExpiry(worker());
  await sendMessages(worker());
  expect(subjects()).toHaveLength(1);
});

test('an authorisation that is renewed while owners are told has its next notice 30 days before its own end', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('There is an owner');
  await connect(owner, 'Shop', new Date(api.clock.now().getTime() - 364 * dayMs));
  const renewing: Turns = {
    async each(accounts, turn) {
      await authorizeAgain(owner);
      return Promise.all(accounts.map(turn));
    },
  };

  await tellOfExpiry(worker(), renewing);
  await sendMessages(worker());
  expect(subjects()).toEqual([]);

  api.clock.advance(336 * dayMs);
  await tellOfExpiry(worker());
  await sendMessages(worker());
  expect(subjects()).toEqual([expect.stringMatching(/^Please authorize Shop again before/)]);
});

const authorizeAgain = ({ tenantId, email }: Owner) =>
  connectSeller(worker(), {
    tenantId,
    access: { sellingPartnerId: 'Shop', region: 'NA', refreshToken: 'Atzr|renewed' },
    stores: [],
    accountName: null,
    email,
  });

/** Loses accounts as the worker does, and lets the patience of a mail pass. */
async function lose(names: readonly string[]): Promise<void> {
  await sql`
    update seller_accounts set may_need_reauthorization = true, lost_at = ${api.clock.now()}
     where name = any (${[...names]}::text[])`.execute(api.worker.global);
  await watchLosses(watching());
  api.clock.set(new Date(api.clock.now().getTime() + 14 * minuteMs));
  await watchLosses(watching());
  api.clock.set(new Date(api.clock.now().getTime() + 2 * minuteMs));
}

async function tell(): Promise<void> {
  await watchLosses(watching());
  await tellOfLosses(worker());
  await sendMessages(worker());
}

const errorsOf = async (owner: Owner | undefined) => (await owner?.call(accountNotices))?.accountErrors ?? [];

test('many accounts refused at once are one outage, told on every dashboard and to the operator, and to no owner by mail', async () => {
  for (let no = 0; no < 20; no += 1) {
    const owner = owners[no % 2 === 0 ? 0 : 1 + ((no >> 1) % 2)];
    if (owner) await connect(owner, `Shop ${no}`);
  }
  await lose(['Shop 0', 'Shop 1', 'Shop 2', 'Shop 3', 'Shop 4']);
  await tell();

  expect(failures).toEqual([{ alarm: 'authorizationsRefused' }]);
  expect(subjects()).toEqual([]);
  for (const owner of owners) {
    expect(await errorsOf(owner)).toEqual([{ sellerId: '', message: expect.stringMatching(/^Amazon refuses/) }]);
  }

  await sql`
    update seller_accounts set may_need_reauthorization = false, lost_at = null where name <> 'Shop 0'`.execute(
    api.worker.global,
  );
  await tell();
  expect(subjects()).toEqual(['Please authorize Shop 0 again']);
  expect(await errorsOf(owners[0])).toMatchObject([{ message: expect.stringContaining('Shop 0 may need') }]);
  expect(await errorsOf(owners[1])).toEqual([]);
});

const setLost = (isLost: boolean) =>
  sql`
    update seller_accounts
       set may_need_reauthorization = ${isLost}, lost_at = ${isLost ? api.clock.now() : null}::timestamptz`.execute(
    api.worker.global,
  );

test('dashboards are told of an outage and of its end also if the process that noticed it dies in between', async () => {
  const [owner] = owners;
  for (let no = 0; no < 5; no += 1) {
    const connected = owners[no % 3];
    if (connected) await connect(connected, `Shop ${no}`);
  }
  const state = async () => (await owner?.call(stateOfTheWorld, { query: {} }))?.state;
  const dying: Turns = { each: () => Promise.reject(new Error('killed')) };
  for (const isLost of [true, false]) {
    await setLost(isLost);
    const before = await state();
    await expect(watchLosses(watching(), dying)).rejects.toThrow('killed');
    expect(await state()).toBe(before);

    await watchLosses(watching());

    const after = await state();
    expect(after).not.toBe(before);
    await watchLosses(watching());
    expect(await state()).toBe(after);
  }
});

test('owners are told of authorisations that are still refused after a day, and of a few losses', async () => {
  for (const [at, owner] of owners.entries()) {
    await connect(owner, `Shop ${at}`);
    await connect(owner, `Second shop ${at}`);
  }
  await lose(['Shop 0', 'Shop 1', 'Shop 2', 'Second shop 0', 'Second shop 1']);
  await tell();
  expect(subjects()).toEqual([]);
  api.clock.set(new Date(api.clock.now().getTime() + 25 * hourMs));
  await tell();
  expect(subjects()).toHaveLength(5);

  api.mails.length = 0;
  await lose(['Second shop 2']);
  await tell();
  expect(subjects()).toEqual(['Please authorize Second shop 2 again']);
});
