import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { logIn } from '@app/shared/contract/auth.ts';
import {
  applyCoupon,
  dailyBillingStatus,
  paymentStatusCall,
  switchToDailyPricing,
} from '@app/shared/contract/billing.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { saveInviteCode, savePackage } from '../packages/package-queries.ts';
import { findDiscount, forfeitDiscounts, insertDiscount } from './discount-queries.ts';

const api = testApi();

beforeAll(async () => {
  const db = api.worker.global;
  const changedAt = api.clock.now();
  const some = { ...standardPackage, rateCardId: 'standard', changedAt };
  await savePackage(db, { ...some, packageId: 'small', description: 'Small', plan: 'package', discount: 10 });
  await savePackage(db, { ...some, packageId: 'loyal', description: 'Loyal', discount: 30 });
  await savePackage(db, { ...some, packageId: 'plain', description: 'Plain' });
  for (const packageId of ['small', 'loyal', 'plain']) {
    const code = packageId.toUpperCase();
    await saveInviteCode(db, { code, packageId, personalAffiliateEmail: null, createdAt: changedAt });
  }
});

const offersOf = async (owner: Owner) => (await owner.call(paymentStatusCall, { query: {} })).offers;

test('25 % off is offered to who cancels, unless a discount is as high already', async () => {
  const owner = await api.owner();
  expect(await offersOf(owner)).toMatchObject({ retention: true });

  await owner.call(applyCoupon, { body: { code: 'LOYAL' } });

  expect(await offersOf(owner)).toMatchObject({ retention: false });
  expect((await owner.send(applyCoupon, { body: {} })).statusCode).toBe(409);
});

test('the code of the sign-up gives its discount once, also when that has ended', async () => {
  const owner = await api.owner({ inviteCode: 'loyal' });
  await sql`update discounts set to_day = from_day where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  api.clock.advance(40 * dayMs);
  await owner.call(logIn, { body: { email: owner.email, password: ownersPassword } });

  const refused = await owner.send(applyCoupon, { body: { code: 'LOYAL' } });

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'offerUsed']);
});

test('the new pricing is offered to who pays for a package, and begins with the next day of UTC', async () => {
  const owner = await api.owner({ inviteCode: 'small' });
  expect(await offersOf(owner)).toMatchObject({ newPricing: true });

  const { from } = await owner.call(switchToDailyPricing, {});

  expect(from).toBe(new Date(api.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10));
  expect(await offersOf(owner)).toMatchObject({ newPricing: false });
  expect(await owner.call(dailyBillingStatus, {})).toEqual({
    hasDailyPricing: false,
    message: `Pricing per ASIN and day begins on ${from}.`,
  });
});

test('a code of 0 months gives a discount without end, and a code without a discount is refused', async () => {
  const owner = await api.owner();

  expect((await owner.send(applyCoupon, { body: { code: 'PLAIN' } })).statusCode).toBe(400);
  expect(await owner.call(applyCoupon, { body: { code: 'LOYAL' } })).toEqual({ percent: 30, to: null });
});

test('the discount of a day is the highest until its last day, of equal ones the longest, and forfeiting lengthens none', async () => {
  const { tenantId } = await api.owner();
  const from = '2026-11-01';
  const discounts = [
    { percent: 30, from, to: '2026-11-10' },
    { percent: 20, from, to: '2026-11-20' },
    { percent: 20, from, to: '2026-11-30' },
  ];
  const found = await api.worker.tenant(tenantId, async (tx) => {
    for (const discount of discounts) {
      await insertDiscount(tx, tenantId, { ...discount, origin: 'offer', createdAt: api.clock.now() });
    }
    const before = [await findDiscount(tx, tenantId, '2026-11-10'), await findDiscount(tx, tenantId, '2026-11-11')];
    await forfeitDiscounts(tx, tenantId, { lastDay: '2026-11-25', at: api.clock.now() });
    return [...before, await findDiscount(tx, tenantId, '2026-11-12'), await findDiscount(tx, tenantId, '2026-11-26')];
  });

  expect(found).toEqual([
    { percent: 30, to: '2026-11-10' },
    { percent: 20, to: '2026-11-30' },
    { percent: 20, to: '2026-11-25' },
    null,
  ]);
});
