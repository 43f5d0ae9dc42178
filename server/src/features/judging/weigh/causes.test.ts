import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { buildProduct, catalogFacts, listingFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { watchedProduct } from '../../../../testing/observing/watched-product.ts';
import { setIncident } from '../../triage/incidents.ts';
import { bulkSetIssueStatus } from '../../triage/triage.ts';

const watched = watchedProduct();
const { clock, observe } = watched;
const rival = 'A2UKR47RHS0DCY';

const seeOffers = ({ isLost = false, hasPrime = true, isRivalThere = true } = {}) => {
  const others = isRivalThere ? [{ sellerId: rival, cents: 2990, wins: isLost }] : [];
  const facts = offersFacts({ sellerKey: watched.tenant.sellerKey, others });
  const offers = facts.offers.map((offer) => ({ ...offer, isPrime: offer.isMine && hasPrime }));
  return observe({ aspect: 'offers', facts: { ...facts, offers } });
};
const seeListing = (status: readonly string[] = ['BUYABLE', 'DISCOVERABLE']) =>
  observe({ aspect: 'listing', facts: { ...listingFacts(), status: [...status], issues: [] } });
const seeImages = (facts = catalogFacts()) => observe({ aspect: 'catalog', facts });

/**
 * Observes the product while it is in order, and lets an hour pass, so that the next observations find its first
 * problems.
 */
async function begin(): Promise<void> {
  await seeOffers();
  await seeListing();
  await seeImages();
  clock.advance(hourMs);
}

/** Returns the types of the items of each incident, in the order in which the items changed. */
async function incidents(): Promise<readonly (readonly string[])[]> {
  const { rows } = await watched.db.tenant(watched.tenant.tenantId, (tx) =>
    sql<{ types: string[] }>`
      select array_agg(i.type order by i.changed_at, i.type) as types
        from items i
       where i.tenant_id = ${watched.tenant.tenantId}
         and i.incident_id is not null
       group by i.incident_id
       order by min(i.changed_at)`.execute(tx),
  );
  return rows.map(({ types }) => types);
}

test('a problem joins the incident of its cause, within the same look and hours later', async () => {
  await seeOffers({ isRivalThere: false });
  clock.advance(hourMs);
  await seeOffers({ isLost: true });
  expect(await incidents()).toEqual([['lostBuybox', 'numberOfSellers']]);

  clock.advance(3 * hourMs);
  await seeOffers({ isLost: true, hasPrime: false });
  expect(await incidents()).toEqual([['lostBuybox', 'numberOfSellers', 'prime']]);
});

test('a cause that is seen minutes after its consequence takes it along, and one that comes hours later does not', async () => {
  await begin();
  await seeOffers({ hasPrime: false });
  expect(await incidents()).toEqual([]);

  clock.advance(30 * minuteMs);
  await seeOffers({ hasPrime: false, isLost: true });
  expect(await incidents()).toEqual([['prime', 'lostBuybox']]);

  clock.advance(3 * hourMs);
  await seeListing([]);
  expect(await watched.item('listingSuspended')).toMatchObject({ status: 2 });
  expect(await incidents()).toEqual([['prime', 'lostBuybox']]);
});

test('problems without a relation, and a cause of days ago, are no incident', async () => {
  await begin();
  await seeOffers({ isLost: true });
  await seeImages(catalogFacts({ images: [] }));
  expect(await incidents()).toEqual([]);

  clock.advance(25 * hourMs);
  await seeOffers({ isLost: true, hasPrime: false });
  expect(await watched.item('prime')).toMatchObject({ status: 2 });
  expect(await incidents()).toEqual([]);
});

test('an item that is ok again leaves its incident', async () => {
  await begin();
  await seeOffers({ isLost: true, hasPrime: false });
  expect(await incidents()).toEqual([['lostBuybox', 'prime']]);

  clock.advance(hourMs);
  await seeOffers({ hasPrime: false });
  expect(await incidents()).toEqual([['prime']]);
});

test('an issue that was split off joins the same incident no more by itself, but again by hand', async () => {
  const change = (incidentId: string, ...types: string[]) =>
    setIncident({ db: watched.db, clock }, watched.tenant.owner, {
      watchDogIds: types.map((type) => `${type}-${watched.productId}`),
      incidentId,
    });
  await begin();
  await seeOffers({ isLost: true, hasPrime: false });
  await seeListing([]);
  expect(await incidents()).toEqual([['listingSuspended', 'lostBuybox', 'prime']]);

  // Two people split off the same item at the same time.
  await Promise.all([change('none', 'prime'), change('none', 'prime')]);
  clock.advance(minuteMs);
  await seeOffers({ isLost: true });
  clock.advance(minuteMs);
  await seeOffers({ isLost: true, hasPrime: false });
  expect(await incidents()).toEqual([['listingSuspended', 'lostBuybox']]);

  await seeImages(catalogFacts({ images: [] }));
  await Promise.all([change('new', 'imageMissing', 'prime'), change('new', 'imageMissing', 'prime')]);
  expect(await incidents()).toEqual([
    ['listingSuspended', 'lostBuybox'],
    ['imageMissing', 'prime'],
  ]);
  await change('new', 'prime', 'lostBuybox', 'price');
  expect(await incidents()).toEqual([['listingSuspended'], ['lostBuybox', 'imageMissing', 'prime']]);
  await expect(change('999999', 'prime')).rejects.toMatchObject({ code: 'notFound' });
});

test('all of an incident can be marked as done by two people, also when a member is over meanwhile', async () => {
  const done = (email: string) =>
    bulkSetIssueStatus(
      { db: watched.db, clock },
      { ...watched.tenant.owner, email },
      { watchDogIds: ['lostBuybox', 'prime'].map((type) => `${type}-${watched.productId}`), issueStatus: 3 },
    );
  await begin();
  await seeOffers({ isLost: true, hasPrime: false });
  await done('first@watch.example');
  clock.advance(minuteMs);
  await seeOffers({ isLost: true });
  await done('second@watch.example');

  expect(await watched.item('lostBuybox')).toMatchObject({ issueStatus: 3, issueStatusBy: 'first@watch.example' });
  expect(await watched.item('prime')).toMatchObject({ status: 0, issueStatus: 0 });
});

const many = Array.from({ length: 12 }, (_, index) => `Pan ${index}`);

const buildMany = () => {
  const { db, tenant, judging } = watched;
  return Promise.all(many.map((name) => buildProduct(db, { tenant, judging: judging() }, { name })));
};

const otherRival = 'A3OTHER0000000';

interface ManySeen {
  /** The rival who has the buy box of all; `null` if we have it. */
  readonly winner?: string | null;
  readonly hasPrime?: boolean;
}

/** Records the offers of these products in one observation. Both rivals sell them from the start. */
function seeMany(ids: readonly string[], { winner = null, hasPrime = true }: ManySeen = {}) {
  const { tenant, judging } = watched;
  const others = [rival, otherRival].map((sellerId) => ({ sellerId, cents: 2990, wins: sellerId === winner }));
  const { offers, ...facts } = offersFacts({ sellerKey: tenant.sellerKey, others });
  const seen = { ...facts, offers: offers.map((offer) => ({ ...offer, isPrime: offer.isMine && hasPrime })) };
  return judging().ingest(
    tenant.tenantId,
    ids.map((productId) => ({ productId, aspect: 'offers', sku: 'PAN', observedAt: clock.now(), facts: seen })),
  );
}

test('many products with one cause are one incident, which the consequences of each join', async () => {
  const productIds = await buildMany();
  await seeMany(productIds);
  clock.advance(hourMs);
  await seeMany(productIds.slice(0, 5), { winner: rival });
  expect(await incidents()).toEqual([]);

  await seeMany(productIds.slice(5), { winner: rival });
  expect(await incidents()).toEqual([many.map(() => 'lostBuybox')]);
  clock.advance(hourMs);
  await seeMany(productIds.slice(0, 2), { winner: rival, hasPrime: false });
  expect(await incidents()).toEqual([[...many.map(() => 'lostBuybox'), 'prime', 'prime']]);
});

test('a problem with a cause of its own, and one that another rival causes by now, is no member of an incident of many products', async () => {
  const productIds = await buildMany();
  const [suspended = '', taken = ''] = productIds;
  await seeMany(productIds);
  const see = { productId: suspended, aspect: 'listing', sku: 'PAN' } as const;
  const facts = { ...listingFacts(), status: [], issues: [] };
  await watched.judging().ingest(watched.tenant.tenantId, [{ ...see, observedAt: clock.now(), facts }]);
  clock.advance(hourMs);
  await seeMany(productIds.slice(0, 5), { winner: rival });
  clock.advance(minuteMs);
  await seeMany([taken], { winner: otherRival });

  await seeMany(productIds.slice(5), { winner: rival });

  expect(await incidents()).toEqual([['listingSuspended', 'lostBuybox'], many.slice(2).map(() => 'lostBuybox')]);
});
