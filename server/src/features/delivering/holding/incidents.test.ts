import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { buildProduct, catalogFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';
import { saveSellerNames } from '../../catalog/seller-name-queries.ts';
import { watchedSources } from '../../judging/weigh/gather.ts';
import { putSettings } from '../../triage/settings.ts';
import { setIssueStatus } from '../../triage/triage.ts';
import { sourceOfAspect } from '../../observing/sources/registry.ts';

const { watched, tell, log } = toldProduct();
const { clock } = watched;
const rival = 'A2UKR47RHS0DCY';
const other = 'A3OTHER0000000';
let productIds: readonly string[];

beforeEach(async () => {
  const { db, tenant, judging } = watched;
  productIds = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      buildProduct(db, { tenant, judging: judging() }, { name: `Pan ${index}` }),
    ),
  );
});

/** Records the offers of these products in one observation; the winner, if there is one, has the buy box of all. */
async function seeOffers(ids: readonly string[], winner: string | null): Promise<void> {
  const { tenant, judging } = watched;
  // The rivals sell from the start, so that none of them is a new seller.
  const others = [rival, other].map((sellerId) => ({ sellerId, cents: 2990, wins: sellerId === winner }));
  const facts = offersFacts({ sellerKey: tenant.sellerKey, others });
  await judging().ingest(
    tenant.tenantId,
    ids.map((productId) => ({ productId, aspect: 'offers', sku: 'PAN', observedAt: clock.now(), facts })),
  );
}

/** Records a complete pass of these sources that began now. */
async function endPass(sources: readonly string[], confirmedAt: Date | null = clock.now()): Promise<void> {
  const { tenantId, sellerAccountId } = watched.tenant;
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
    select ${tenantId}, ${sellerAccountId}, 'US', s, ${clock.now()}::timestamptz + interval '12 hours', ${confirmedAt}
      from unnest(${sources}::text[]) s
        on conflict (tenant_id, seller_account_id, marketplace, source) do update set confirmed_at = excluded.confirmed_at`.execute(
    watched.db.global,
  );
}

const lookAgain = async (): Promise<void> => {
  clock.advance(10 * minuteMs);
  await endPass([sourceOfAspect.offers]);
};

const waits = 'held: It waits for a second look, like many others';

test('one rival who takes many buy boxes is one message after a second look, and so is the way back', async () => {
  await seeOffers(productIds, null);
  await endPass([sourceOfAspect.offers]);
  clock.advance(hourMs);
  await seeOffers(productIds.slice(0, 3), rival);
  expect(await tell()).toEqual([]);
  clock.advance(minuteMs);
  await seeOffers(productIds.slice(3), rival);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(productIds.map(() => waits));

  await lookAgain();
  expect(await tell()).toMatchObject([
    {
      subject: 'Alert: buy box lost, 12 products',
      text: expect.stringContaining(`One incident: 12 products, seller ${rival}. A second look has confirmed it.`),
    },
  ]);

  await seeOffers(productIds, null);
  expect(await tell()).toEqual([]);
  await lookAgain();
  expect(await tell()).toMatchObject([{ subject: 'Improvement: lost Buy Box, 12 products' }]);
});

test('problems that are told only after an hour are told then, also when a second look has confirmed them before', async () => {
  const { db, tenant } = watched;
  await putSettings({ db, clock }, tenant.owner, { type: 'lostBuybox', settings: { minimumMinutes: 60 } });
  await seeOffers(productIds, null);
  await endPass([sourceOfAspect.offers]);
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  await lookAgain();

  expect(await tell()).toEqual([]);
  clock.advance(50 * minuteMs);
  expect(await tell()).toMatchObject([{ subject: 'Alert: buy box lost, 12 products' }]);
});

test('when several problems end together, the end of one that somebody works on is told at once', async () => {
  const { db, tenant } = watched;
  const three = productIds.slice(0, 3);
  await seeOffers(productIds, null);
  for (const productId of three) {
    clock.advance(hourMs);
    await seeOffers([productId], rival);
    await tell();
  }
  const watchDogId = `lostBuybox-${three[2] ?? ''}`;
  await setIssueStatus({ db, clock }, tenant.owner, { watchDogId, status: issueStatus.inProgress });
  clock.advance(hourMs);
  await seeOffers(three, null);

  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});

test('a message names the rival whose name a page has told', async () => {
  const { db, tenant } = watched;
  const sellers = [{ sellerId: rival, name: 'Beacon <b>Street</b> Deals' }];
  await db.tenant(tenant.tenantId, (tx) => saveSellerNames(tx, tenant.tenantId, { sellers, at: clock.now() }));
  await seeOffers(productIds, null);
  await endPass([sourceOfAspect.offers]);
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  await lookAgain();

  const [mail] = await tell();

  expect(mail?.text).toContain('One incident: 12 products, seller Beacon <b>Street</b> Deals. A second look');
  expect(mail?.text).toContain('to seller Beacon <b>Street</b> Deals at $29.90');
  expect(mail?.html).toContain('Beacon &lt;b&gt;Street&lt;/b&gt; Deals');
  expect(mail?.html).not.toContain('<b>Street');
});

test('many changes that are taken back before the second look are told to nobody', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  clock.advance(5 * minuteMs);
  await seeOffers(productIds, null);
  await lookAgain();

  expect(await tell()).toEqual([]);
  expect(new Set(await log())).toEqual(
    new Set(['dropped: It was over after 5 minutes', 'dropped: The problem was not told either']),
  );
});

test('a mass of changes whose end was held is not told again when it comes back', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  await lookAgain();
  expect(await tell()).toHaveLength(1);

  clock.advance(hourMs);
  await seeOffers(productIds, null);
  clock.advance(5 * minuteMs);
  await seeOffers(productIds, rival);
  await lookAgain();
  expect(await tell()).toEqual([]);
});

test('single changes of one cause that come all day are told one by one', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  const told: number[] = [];
  for (const productId of productIds) {
    await seeOffers([productId], rival);
    told.push((await tell()).length);
    clock.advance(4 * minuteMs);
  }

  expect(told).toEqual(productIds.map(() => 1));
});

test('two changes of one cause are told at once, and later ones as one message when five minutes are over', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  await seeOffers(productIds.slice(0, 2), rival);
  expect(await tell()).toHaveLength(1);
  for (const productId of productIds.slice(2, 5)) {
    clock.advance(minuteMs);
    await seeOffers([productId], rival);
    expect(await tell()).toEqual([]);
  }
  expect((await log()).at(-1)).toBe('held: It waits some minutes for others with the same cause');

  clock.advance(2 * minuteMs);
  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/, and 2 more$/) }]);
});

test('several changes of one cause that are taken back within minutes are told to nobody', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  await seeOffers(productIds.slice(0, 6), rival);
  await seeOffers(productIds.slice(6), other);
  clock.advance(minuteMs);
  await seeOffers(productIds.slice(6), null);
  clock.advance(hourMs);

  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/, and 5 more$/) }]);
});

test('without a second look many changes are told after 2 hours, and the message says so', async () => {
  await seeOffers(productIds, null);
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  clock.advance(2 * hourMs);

  const told = (await Promise.all([tell(), tell()])).flat();
  expect(told).toMatchObject([{ text: expect.stringContaining('No second look came in time') }]);
});

test('a second look is taken after five minutes, though checks are rare, and after a pass that is under way', async () => {
  const { db, tenant } = watched;
  const source = sourceOfAspect.offers;
  const passes = async () => {
    const { rows } = await sql<{ marketplace: string; dueAt: Date; isRare: boolean }>`
      select s.marketplace, s.due_at as "dueAt", s.cursor ? 'silentAt' as "isRare"
        from sweeps s
       where s.tenant_id = ${tenant.tenantId} and s.source = ${source}
       order by s.marketplace desc`.execute(db.global);
    return rows;
  };
  await seeOffers(productIds, null);
  await endPass([source]);
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at, pass_started_at)
    select tenant_id, seller_account_id, 'CA', source, due_at, confirmed_at, confirmed_at
      from sweeps where tenant_id = ${tenant.tenantId}
    returning 1`.execute(db.global);
  await sql`update sweeps set cursor = '{"silentAt": 1}' where tenant_id = ${tenant.tenantId}`.execute(db.global);
  const [resting, running] = await passes();
  clock.advance(hourMs);
  await seeOffers(productIds, rival);
  const soon = new Date(clock.now().getTime() + 5 * minuteMs);

  expect(await tell()).toEqual([]);

  expect(await passes()).toEqual([{ ...resting, dueAt: soon, isRare: false }, running]);
});

test('the problems that an account has when it is connected are one summary after its first look', async () => {
  const { tenant, judging, db } = watched;
  await sql`update seller_accounts set created_at = ${clock.now()} where tenant_id = ${tenant.tenantId}`.execute(
    db.global,
  );
  await endPass(watchedSources, null);
  await seeOffers(productIds, rival);
  clock.advance(minuteMs);
  const facts = catalogFacts({ images: [] });
  await judging().ingest(tenant.tenantId, [
    { productId: watched.productId, aspect: 'catalog', sku: '', observedAt: clock.now(), facts },
  ]);
  expect(await tell()).toEqual([]);
  expect(new Set(await log())).toEqual(new Set(['held: It waits for the end of the first look']));

  await endPass(watchedSources);
  expect(await tell()).toMatchObject([
    {
      subject: 'What we found: 13 alerts, Brightkeel US',
      text: expect.stringContaining('What we found when Brightkeel US was connected'),
    },
  ]);
});
