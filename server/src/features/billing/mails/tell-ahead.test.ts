import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  cancelSubscription,
  resumeSubscription,
  setFrequency,
  switchToDailyPricing,
} from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { requestDeletion, takeDeletionBack } from '@app/shared/contract/tenant-data.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { updateMethod } from '../methods/method-queries.ts';
import { savePackage } from '../packages/package-queries.ts';
import { tellOfExpiringCards, tellOfRates } from './tell-ahead.ts';

const api = testApi();
const ctx = () => ({ ...api.ctx, db: api.worker });

async function subjectsOf({ tenantId }: Owner): Promise<readonly string[]> {
  const { rows } = await sql<{ subject: string }>`
    select m.subject
      from messages m
     where m.tenant_id = ${tenantId}`.execute(api.worker.global);
  return rows.map(({ subject }) => subject);
}

const newPricesTo = async (owner: Owner) =>
  (await subjectsOf(owner)).filter((subject) => subject.startsWith('New prices from'));

test('a new version of a price list is mailed once to all who pay by it', async () => {
  const owner = await api.owner();
  const from = addDays(dayOf(api.clock.now()), 40);
  await sql`insert into price_lists (rate_card_id) values ('other')`.execute(api.worker.global);
  await sql`
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    values ('standard', ${from}, 400, 20, '[{ "upTo": null, "mills": 20 }]'),
           ('other', ${from}, 400, 20, '[{ "upTo": null, "mills": 20 }]')`.execute(api.worker.global);

  await tellOfRates(ctx());
  await tellOfRates(ctx());

  expect(await newPricesTo(owner)).toHaveLength(1);

  api.clock.advance(hourMs);
  const later = await api.owner();
  await tellOfRates(ctx());
  api.clock.advance(hourMs);
  await tellOfRates(ctx());
  expect([await newPricesTo(owner), await newPricesTo(later)].map(({ length }) => length)).toEqual([1, 1]);
});

/** Gives the owner a card that is valid through this month (`MM/YY`). */
const giveCard = ({ tenantId }: Owner, expires: string) =>
  api.worker.tenant(tenantId, (tx) =>
    sql`
      insert into payment_methods (tenant_id, method_id, method, status, name, last4, expires, is_current, saved_at)
      values (${tenantId}, 'pm_1', 'card', 'usable', 'Visa', '4242', ${expires}, true, now())`.execute(tx),
  );

/** Adds a version of the standard price list, the only coming one, of which nobody was told yet. */
async function announceRates(): Promise<void> {
  const from = addDays(dayOf(api.clock.now()), 50);
  await sql`delete from rate_cards where valid_from > ${dayOf(api.clock.now())}`.execute(api.worker.global);
  await sql`
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    values ('standard', ${from}, 500, 20, '[{ "upTo": null, "mills": 20 }]')`.execute(api.worker.global);
}

test('who comes back to the service or changes to daily pricing after all others were told of new prices is told too', async () => {
  const [back, switched] = [await api.owner(), await api.owner()];
  const changedAt = api.clock.now();
  await sql`update tenants set trial_ends_at = ${changedAt} where tenant_id = ${back.tenantId}`.execute(
    api.worker.global,
  );
  await back.call(cancelSubscription, {});
  await giveCard(back, `12/${(changedAt.getUTCFullYear() % 100) + 1}`);
  const some = { ...standardPackage, plan: 'package', baseProducts: 10, rateCardId: 'standard' } as const;
  await savePackage(api.worker.global, { ...some, packageId: 'ten', description: 'Ten', changedAt });
  await sql`update tenants set package_id = 'ten' where tenant_id = ${switched.tenantId}`.execute(api.worker.global);
  const toldAnHourLater = async () => {
    api.clock.advance(hourMs);
    await tellOfRates(ctx());
    return [(await newPricesTo(back)).length, (await newPricesTo(switched)).length];
  };
  await announceRates();
  expect(await toldAnHourLater()).toEqual([0, 0]);

  await back.call(resumeSubscription, {});
  await switched.call(switchToDailyPricing, {});

  expect(await toldAnHourLater()).toEqual([1, 1]);
  expect(await toldAnHourLater()).toEqual([1, 1]);
});

const warningsTo = async (owner: Owner) =>
  (await subjectsOf(owner)).filter((subject) => subject.includes('expires before'));

test('a card that expires before the next bill is mailed once, one that is good until then is not', async () => {
  const [soon, later] = [await api.owner(), await api.owner()];
  const year = String(api.clock.now().getUTCFullYear() % 100);
  await giveCard(soon, `06/${year}`);
  await giveCard(later, `12/${Number(year) + 1}`);

  await tellOfExpiringCards(ctx());
  await tellOfExpiringCards(ctx());

  expect(await warningsTo(soon)).toHaveLength(1);
  expect(await warningsTo(later)).toEqual([]);
});

const card = {
  methodId: 'pm_1',
  method: 'card',
  customerId: null,
  name: 'Visa',
  last4: '4242',
  accountType: null,
  accountHolder: null,
  routingNumber: null,
  bankLinkId: null,
} as const;

test('a card that its bank has renewed is mailed again before it expires, and one that was read again is not', async () => {
  const owner = await api.owner();
  const year = String(api.clock.now().getUTCFullYear() % 100);
  const warningsOnceReadWith = async (expires: string) => {
    await api.worker.tenant(owner.tenantId, (tx) => updateMethod(tx, owner.tenantId, { ...card, expires }));
    await tellOfExpiringCards(ctx());
    return (await warningsTo(owner)).length;
  };
  await giveCard(owner, `06/${year}`);
  await tellOfExpiringCards(ctx());

  expect(await warningsOnceReadWith(`06/${year}`)).toBe(1);
  expect(await warningsOnceReadWith(`07/${year}`)).toBe(2);
});

test('who pays daily is told that the card expires soon, and no day of the next bill', async () => {
  const owner = await api.owner();
  await owner.call(setFrequency, { body: { frequency: 'daily' } });
  await giveCard(owner, `06/${String(api.clock.now().getUTCFullYear() % 100)}`);

  await tellOfExpiringCards(ctx());

  expect(await subjectsOf(owner)).toContain('Your card ending in 4242 expires soon');
});

test('the owner of an exempt account is not told of an expiring card, because nothing is charged to it', async () => {
  const owner = await api.owner();
  const setExempt = (isExempt: boolean) =>
    sql`update tenant_subscriptions set is_exempt = ${isExempt} where tenant_id = ${owner.tenantId}`.execute(
      api.worker.global,
    );
  await giveCard(owner, `06/${String(api.clock.now().getUTCFullYear() % 100)}`);
  await setExempt(true);
  await tellOfExpiringCards(ctx());
  expect(await warningsTo(owner)).toEqual([]);

  await setExempt(false);
  await tellOfExpiringCards(ctx());
  expect(await warningsTo(owner)).toHaveLength(1);
});

test('an owner who deletes the account is told of neither new prices nor an expiring card, unless the account stays', async () => {
  const owner = await api.owner();
  await giveCard(owner, `06/${String(api.clock.now().getUTCFullYear() % 100)}`);
  await announceRates();
  await owner.call(requestDeletion, { body: { companyName: 'Analytical Engines' } });
  const toldOf = async () => {
    api.clock.advance(hourMs);
    await tellOfRates(ctx());
    await tellOfExpiringCards(ctx());
    return [(await newPricesTo(owner)).length, (await warningsTo(owner)).length];
  };
  expect(await toldOf()).toEqual([0, 0]);

  await owner.call(takeDeletionBack);

  expect(await toldOf()).toEqual([1, 1]);
});
