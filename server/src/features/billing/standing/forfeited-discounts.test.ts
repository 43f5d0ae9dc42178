import { beforeAll, expect, test } from 'vitest';
import {
  applyCoupon,
  cancelSubscription,
  paymentStatusCall,
  resumeSubscription,
} from '@app/shared/contract/billing.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { saveInviteCode, savePackage } from '../packages/package-queries.ts';

const api = testApi();

beforeAll(async () => {
  const db = api.worker.global;
  const changedAt = api.clock.now();
  const kept = { packageId: 'spring', description: 'Spring', rateCardId: 'standard' };
  const spring = { ...standardPackage, ...kept, discount: 20 };
  await savePackage(db, { ...spring, discountDurationInMonths: 3, changedAt });
  const code = { code: 'SPRING', packageId: 'spring', personalAffiliateEmail: null, createdAt: changedAt };
  await saveInviteCode(db, code);
});

async function triesOf(owner: Owner) {
  const byCode = await owner.send(applyCoupon, { body: { code: 'SPRING' } });
  const offered = await owner.send(applyCoupon, { body: {} });
  const { offers } = await owner.call(paymentStatusCall, { query: {} });
  return { byCode: byCode.statusCode, offered: offered.statusCode, coupons: offers.coupons };
}
const none = { byCode: 409, offered: 409, coupons: false };

test('a cancelled subscription gets no discount by a code or by an offer, and none after it is resumed', async () => {
  const owner = await api.owner();
  await owner.call(cancelSubscription, {});

  expect(await triesOf(owner)).toEqual(none);
  await owner.call(resumeSubscription, {});

  expect(await triesOf(owner)).toEqual(none);
  expect((await owner.call(paymentStatusCall, { query: {} })).discount).toBeNull();
});

test('a subscription that was never cancelled gets the discount of a code', async () => {
  const owner = await api.owner();

  expect(await triesOf(owner)).toMatchObject({ byCode: 200, coupons: true });
});
