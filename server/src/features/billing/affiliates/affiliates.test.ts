import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { logIn } from '@app/shared/contract/auth.ts';
import { cancelSubscription, resumeSubscription } from '@app/shared/contract/billing.ts';
import { firstPromoter, type Affiliates } from '../../../external/affiliate/first-promoter.ts';
import { systemRandom } from '../../../lib/random.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { ownersPassword, type Owner } from '../../../../testing/http/api.ts';
import { reportAffiliateEvents } from './report-events.ts';

const billing = await billingApi();
const { api } = billing;
const failing = answering();
const clock = { now: () => api.clock.now(), pause: () => Promise.resolve() };

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
});

function standIn(): Affiliates {
  const config = api.ctx.config.affiliates;
  if (!config) throw new Error('The stand-in is configured as affiliate service');
  return firstPromoter(config, { clock, random: systemRandom });
}

async function report(to: Affiliates = standIn()): Promise<void> {
  const log = pino({ level: 'silent' });
  while (await reportAffiliateEvents({ ...api.ctx, db: api.worker, log, affiliates: to }));
}

const trackedOf = async ({ tenantId }: Owner) =>
  (await billing.tracked()).filter(({ uid }) => uid === tenantId).map(({ kind, amount }) => [kind, amount]);

const waiting = async ({ tenantId }: Owner): Promise<number> => {
  const { rows } = await sql`
    select 1
      from affiliate_events
     where tenant_id = ${tenantId}
       and due_at is not null`.execute(api.worker.global);
  return rows.length;
};

/** Logs in again, because sessions end when months pass. */
const logInAgain = (owner: Owner) =>
  owner.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: true } });

/** Lets the trial and the first period pass. */
async function payFirstBill(owner: Owner): Promise<void> {
  const billed: Day = addDays(dayOf(api.clock.now()), 61);
  await billing.giveCard(owner);
  await billing.workUntil(addDays(billed, -1), 10);
  await billing.workUntil(billed);
}

test('the sign-up, payments and refunds of an owner who followed an affiliate are reported once each', async () => {
  const owner = await api.owner({ affiliateRef: 'partner-spring' });
  await payFirstBill(owner);
  await report();
  expect(await trackedOf(owner)).toEqual([
    ['signup', null],
    ['sale', 999],
  ]);

  for (const amount of [300, 699]) {
    await billing.happen({ type: 'refund', amount });
    await billing.readEvents();
    await billing.work();
    await billing.readEvents();
    await billing.work();
  }
  await report();
  expect((await trackedOf(owner)).slice(2)).toEqual([
    ['refund', 300],
    ['refund', 699],
  ]);
});

test('a lost dispute takes back what the affiliate has earned, once, and a won one does not', async () => {
  for (const [outcome, expected] of [
    ['won', []],
    ['lost', [['refund', 999]]],
  ] as const) {
    const owner = await api.owner({ affiliateRef: 'partner-spring' });
    await payFirstBill(owner);
    for (const event of [{ type: 'dispute' }, { type: 'closeDispute', outcome }]) {
      await billing.happen(event);
      await billing.readEvents();
      await billing.work();
    }
    await report();

    expect((await trackedOf(owner)).slice(2)).toEqual(expected);
    await billing.forgetTenants();
  }
});

test('the end of a cancelled subscription is reported once, and again after it was resumed and cancelled', async () => {
  const owner = await api.owner({ affiliateRef: 'partner-spring' });
  await payFirstBill(owner);
  const cancellations = async () => {
    await report();
    return (await trackedOf(owner)).filter(([kind]) => kind === 'cancellation').length;
  };

  await logInAgain(owner);
  const { endsAt } = await owner.call(cancelSubscription);
  expect(await cancellations()).toBe(0);
  await billing.workUntil(addDays(dayOf(new Date(endsAt)), 3));
  expect(await cancellations()).toBe(1);

  await logInAgain(owner);
  await owner.call(resumeSubscription);
  const { endsAt: next } = await owner.call(cancelSubscription);
  await billing.workUntil(addDays(dayOf(new Date(next)), 3));
  expect(await cancellations()).toBe(2);
});

test('nothing is reported of an owner without an affiliate', async () => {
  const owner = await api.owner();
  await payFirstBill(owner);
  await report();

  expect(await trackedOf(owner)).toEqual([]);
  expect(await waiting(owner)).toBe(0);
});

test('a service that is away for days loses nothing and keeps the order', async () => {
  const owner = await api.owner({ affiliateRef: 'partner-plain' });
  await payFirstBill(owner);
  const away = firstPromoter({ url: failing.url, key: 'k', accountId: 'a' }, { clock, random: systemRandom });
  for (const answer of [{ status: 503 }, { status: 401 }, { status: 429 }, null]) {
    failing.respond(() => answer);
    api.clock.advance(20 * hourMs);
    await report(away);
  }
  expect(await waiting(owner)).toBe(2);

  api.clock.advance(20 * hourMs);
  await report();
  expect(await trackedOf(owner)).toEqual([
    ['signup', null],
    ['sale', 999],
  ]);
});

test('a report whose answer was lost counts once', async () => {
  const owner = await api.owner({ affiliateRef: 'partner-plain' });
  await report();
  await sql`update affiliate_events set due_at = ${api.clock.now()}, reported_at = null`.execute(api.worker.global);

  await report();

  expect(await trackedOf(owner)).toEqual([['signup', null]]);
  expect(await waiting(owner)).toBe(0);
});

test('a sale that the service cannot process is given up with the reason, and does not count as reported', async () => {
  const owner = await api.owner({ affiliateRef: 'partner-plain' });
  await payFirstBill(owner);
  failing.respond(({ url }) => ({ status: url.endsWith('/sale') ? 422 : 200, body: { message: 'No amount' } }));

  await report(firstPromoter({ url: failing.url, key: 'k', accountId: 'a' }, { clock, random: systemRandom }));

  const { rows } = await sql<{ kind: string; error: string | null; isReported: boolean }>`
    select kind, last_error as error, reported_at is not null as "isReported"
      from affiliate_events
     where tenant_id = ${owner.tenantId}
     order by event_no`.execute(api.worker.global);
  expect(rows).toEqual([
    { kind: 'signup', error: null, isReported: true },
    { kind: 'sale', error: expect.stringContaining('No amount'), isReported: false },
  ]);
});

test('an owner with a reference that is no affiliate is given up, and the others are reported', async () => {
  const [stranger, owner] = [
    await api.owner({ affiliateRef: 'nobody' }),
    await api.owner({ affiliateRef: 'partner-plain' }),
  ];
  await report();

  expect([await waiting(stranger), await trackedOf(stranger)]).toEqual([0, []]);
  expect(await trackedOf(owner)).toEqual([['signup', null]]);
});
