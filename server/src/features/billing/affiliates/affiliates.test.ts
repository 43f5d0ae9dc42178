import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, type Day } from '@app/shared/domain/billing/day.ts';
import { affiliateTracking, type AffiliateTracking } from '../../../external/affiliate/tracking.ts';
import { systemRandom } from '../../../lib/random.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { reportAffiliateEvents } from './report-events.ts';

const billing = await billingApi();
const { api } = billing;
const failing = answering();
const clock = { now: () => api.clock.now(), pause: () => Promise.resolve() };

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
});

function tracking(): AffiliateTracking {
  const config = api.ctx.config.affiliateTracking;
  if (!config) throw new Error('The stand-in is configured as affiliate service');
  return affiliateTracking(config, { clock, random: systemRandom });
}

async function report(to: AffiliateTracking = tracking()): Promise<void> {
  const log = pino({ level: 'silent' });
  while (await reportAffiliateEvents({ ...api.ctx, db: api.worker, log, tracking: to }));
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

/** Passes the trial and the first period. */
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
  const away = affiliateTracking({ url: failing.url, key: 'k', accountId: 'a' }, { clock, random: systemRandom });
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

test('an owner with a reference that is no affiliate is given up, and the others are reported', async () => {
  const [stranger, owner] = [
    await api.owner({ affiliateRef: 'nobody' }),
    await api.owner({ affiliateRef: 'partner-plain' }),
  ];
  await report();

  expect([await waiting(stranger), await trackedOf(stranger)]).toEqual([0, []]);
  expect(await trackedOf(owner)).toEqual([['signup', null]]);
});
