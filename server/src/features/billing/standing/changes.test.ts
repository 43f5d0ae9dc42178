import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import {
  applyCoupon,
  cancelSubscription,
  createSubscription,
  paymentStatusCall,
  resumeSubscription,
  setFrequency,
  switchToDailyPricing,
} from '@app/shared/contract/billing.ts';
import { requestDeletion } from '@app/shared/contract/tenant-data.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { trackAsins } from '../../../../testing/billing/tracking.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { dayText } from '../mails/billing-words.ts';
import { saveInviteCode, savePackage } from '../packages/package-queries.ts';
import { getDeletion } from './blocked-data-queries.ts';
import { review } from './review.ts';
import { saveState } from './subscription-queries.ts';

const api = testApi();
let owner: Owner;

beforeAll(async () => {
  const db = api.worker.global;
  const changedAt = api.clock.now();
  const some = { ...standardPackage, rateCardId: 'standard', changedAt };
  await savePackage(db, { ...some, packageId: 'equal', description: 'Equal', discount: 25 });
  await savePackage(db, { ...some, packageId: 'small', description: 'Small', plan: 'package' });
  for (const packageId of ['equal', 'small']) {
    const code = packageId.toUpperCase();
    await saveInviteCode(db, { code, packageId, personalAffiliateEmail: null, createdAt: changedAt });
  }
});

beforeEach(async () => {
  owner = await api.owner();
});

const codeOf = ({ statusCode, json }: Awaited<ReturnType<Owner['send']>>) => [statusCode, json().code];

/** Ends the trial now, after which the service is off because there is no payment method. */
const endTrial = () =>
  sql`update tenants set trial_ends_at = ${api.clock.now()} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );

test('a second cancellation leaves the end of the service as it is, and is not mailed', async () => {
  const first = await owner.call(cancelSubscription, {});
  api.clock.advance(hourMs);

  expect(await owner.call(cancelSubscription, {})).toEqual(first);

  const { rows } = await sql`
    select 1
      from messages m
     where m.tenant_id = ${owner.tenantId}
       and m.subject = 'Your subscription is cancelled'`.execute(api.worker.global);
  expect(rows).toHaveLength(1);
});

test('who cancels while the account is being deleted is not told that products are still watched', async () => {
  await owner.call(requestDeletion, { body: { companyName: 'Analytical Engines' } });
  await owner.call(cancelSubscription, {});
  await sendMessages({ ...api.ctx, db: api.worker });

  const told = api.mails.find(({ to, subject }) => to === owner.email && subject === 'Your subscription is cancelled');
  expect(told?.text).toContain('Your products are not watched any more');
  expect(told?.text).not.toContain('works until');
});

test.each([
  ['is being deleted', () => owner.call(requestDeletion, { body: { companyName: 'Analytical Engines' } })],
  [
    'is exempt from payment',
    () =>
      sql`update tenant_subscriptions set is_exempt = true where tenant_id = ${owner.tenantId}`.execute(
        api.worker.global,
      ),
  ],
])('who resumes while the account %s is told of no watching and of no bill', async (_what, change) => {
  await owner.call(cancelSubscription, {});
  await change();

  await owner.call(resumeSubscription, {});
  await sendMessages({ ...api.ctx, db: api.worker });

  expect(await owner.call(paymentStatusCall, { query: {} })).toMatchObject({ canceled: false });
  const told = api.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  expect(told).toContain('Your subscription is cancelled');
  expect(told).not.toContain('Your subscription is resumed');
});

test.each([
  ['monthly', 31 + 30],
  ['daily', 31 + 1],
] as const)('who pays %s and resumes in the trial is told the day of the next bill', async (frequency, days) => {
  // 510 ASINs cost 7.333 USD a day, and a daily payer gets a bill as soon as 5.00 USD are due.
  await trackAsins(api.worker, owner.tenantId, { asins: 510, from: api.clock.now(), to: null });
  await owner.call(setFrequency, { body: { frequency } });
  await owner.call(cancelSubscription, {});
  await owner.call(resumeSubscription, {});
  await sendMessages({ ...api.ctx, db: api.worker });

  const told = api.mails.find(({ to, subject }) => to === owner.email && subject === 'Your subscription is resumed');
  const billedOn = dayText(addDays(dayOf(api.clock.now()), days));
  expect(told?.text.replaceAll(/\s+/g, ' ')).toContain(`The next bill comes on ${billedOn}.`);
});

test('a subscription that has ended is resumed with a payment method only, and is not cancelled again', async () => {
  await endTrial();
  await owner.call(cancelSubscription, {});

  expect(codeOf(await owner.send(resumeSubscription, {}))).toEqual([409, 'paymentMethodNeeded']);
  expect(codeOf(await owner.send(cancelSubscription, {}))).toEqual([409, 'notSubscribed']);

  expect(await owner.call(paymentStatusCall, { query: {} })).toMatchObject({ paymentStatus: 403, canceled: true });
});

test('a subscription that is not cancelled cannot be resumed', async () => {
  expect(codeOf(await owner.send(resumeSubscription, {}))).toEqual([409, 'notSubscribed']);
});

test('the calls that start the subscription and take the offer need no body', async () => {
  const [started, taken] = [
    await owner.request({ method: createSubscription.method, url: createSubscription.path }),
    await owner.request({ method: applyCoupon.method, url: applyCoupon.path }),
  ];

  expect(codeOf(started)).toEqual([409, 'paymentMethodNeeded']);
  expect(taken.json()).toMatchObject({ percent: 25 });
});

test('the offer of 25 % is not used up while a discount is as high', async () => {
  await owner.call(applyCoupon, { body: { code: 'EQUAL' } });
  expect(codeOf(await owner.send(applyCoupon, { body: {} }))).toEqual([409, 'offerUsed']);
  await sql`update discounts set percent = 24 where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  expect(await owner.call(applyCoupon, { body: {} })).toMatchObject({ percent: 25 });
  expect(codeOf(await owner.send(applyCoupon, { body: {} }))).toEqual([409, 'offerUsed']);
});

test('daily pricing begins once, and only in place of a package', async () => {
  expect(codeOf(await owner.send(switchToDailyPricing, {}))).toEqual([409, 'notSubscribed']);
  owner = await api.owner({ inviteCode: 'small' });
  const tomorrow = addDays(dayOf(api.clock.now()), 1);

  expect(await owner.call(switchToDailyPricing, {})).toEqual({ from: tomorrow });
  api.clock.advance(24 * hourMs);

  expect(await owner.call(switchToDailyPricing, {})).toEqual({ from: tomorrow });
});

test('an account that is blocked again has its data kept for the whole time again, although it was deleted before', async () => {
  const { tenantId } = owner;
  const blockedAt = api.clock.now();
  const before = new Date(blockedAt.getTime() - 1);
  await sql`
    update tenant_subscriptions
       set deletion_requested_at = ${before},
           data_deleted_at = ${before}
     where tenant_id = ${tenantId}`.execute(api.worker.global);

  const deletion = await api.worker.tenant(tenantId, async (tx) => {
    await saveState(tx, tenantId, { state: 'blocked', reviewAt: null, now: blockedAt });
    return getDeletion(tx, tenantId);
  });

  expect(deletion).toEqual({ blockedAt, deletionAt: null, requestedAt: null, deletedAt: null });
});

/** Reviews the subscription when this many days of its trial are left. Returns the number of reminders so far. */
async function remindersWith(daysLeft: number): Promise<number> {
  const { tenantId } = owner;
  const trialEndsAt = new Date(api.clock.now().getTime() + daysLeft * dayMs);
  await sql`update tenants set trial_ends_at = ${trialEndsAt} where tenant_id = ${tenantId}`.execute(api.worker.global);
  await api.worker.tenant(tenantId, (tx) => review(api.ctx, tx, tenantId));
  const { rows } = await sql`
    select 1
      from messages m
     where m.tenant_id = ${tenantId}
       and m.subject like 'Your free trial ends%'`.execute(api.worker.global);
  return rows.length;
}

test.each([
  [7, 1],
  [6, 0],
  [3, 1],
  [2, 0],
  [1, 1],
])(
  'with %i days of the trial left %i reminders are due, because one that is a day late names wrong days',
  async (...row) => {
    const [daysLeft, reminders] = row;
    expect(await remindersWith(daysLeft)).toBe(reminders);
  },
);

test('an owner who has cancelled in the trial is not reminded of its end', async () => {
  await owner.call(cancelSubscription, {});

  expect(await remindersWith(3)).toBe(0);
});
