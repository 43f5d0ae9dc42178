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

const api = testApi();

beforeAll(async () => {
  const db = api.worker.global;
  const changedAt = api.clock.now();
  const some = { ...standardPackage, rateCardId: 'standard', changedAt };
  await savePackage(db, { ...some, packageId: 'small', description: 'Small', plan: 'package', discount: 10 });
  await savePackage(db, { ...some, packageId: 'loyal', description: 'Loyal', discount: 30 });
  for (const packageId of ['small', 'loyal']) {
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
