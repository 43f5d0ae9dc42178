import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answering, type Answer } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { marketplaceCalls } from '../../../testing/observing/marketplace-calls.ts';
import {
  explainMissingReference,
  hasReference,
  referenceBytes,
  referenceText,
  staticExamples,
} from '../../../testing/reference.ts';
import { systemRandom } from '../../lib/random.ts';
import { unmetered } from './calls/buckets.ts';
import { ExternalError, OperationRefused } from './external-error.ts';
import { createMarketplace, type Marketplace } from './marketplace.ts';
import type { SellerAccess } from './seller-access.ts';

beforeAll(explainMissingReference);

const amazon = answering();
const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'EU', refreshToken: 'Atzr|refresh' };
const uk = 'A1F83G8C2ARO7P';
let marketplace: Marketplace;

beforeEach(() => {
  amazon.asked.length = 0;
  marketplace = createMarketplace({
    config: {
      apiUrls: { NA: amazon.url, EU: amazon.url, IN: amazon.url },
      tokenUrl: `${amazon.url}/token`,
      clientId: 'client',
      clientSecret: 'secret',
    },
    clock: testClock(new Date('2026-06-15T12:00:00Z')),
    random: systemRandom,
    buckets: unmetered,
  });
});

function answer(...answers: readonly Answer[]): void {
  let next = 0;
  amazon.respond(({ url }) => {
    if (url === '/token') return { body: { access_token: 'Atza|token', expires_in: 3600 } };
    next += 1;
    return answers[Math.min(next, answers.length) - 1] ?? {};
  });
}

const batch = { marketplaceId: uk, skus: ['SKU'] };
/** Amazon's models contain no example of these operations. */
const withoutExample = ['getInventorySummaries', 'getReportDocument'];
const operations = (): Readonly<Record<string, () => Promise<unknown>>> =>
  Object.fromEntries(
    Object.entries(marketplaceCalls({ marketplace, access, marketplaceId: uk })).filter(
      ([operation]) => !withoutExample.includes(operation),
    ),
  );

const examples = [
  'sellers.json',
  'reports_2021-06-30.json',
  'listingsItems_2021-08-01.json',
  'catalogItems_2022-04-01.json',
  'productPricingV0.json',
  'productFeesV0.json',
  'replenishment-2022-11-07.json',
  'orders_2026-01-01.json',
  'notifications.json',
  'finances_2024-06-19.json',
]
  .flatMap(staticExamples)
  .filter(({ operationId }) => operations()[operationId])
  .map((example, index) => ({ ...example, name: `${example.operationId} ${example.status} (example ${index})` }));

test.runIf(hasReference).each(examples)(
  "Amazon's own example of $name is parsed",
  async ({ operationId, status, body }) => {
    answer({ status, body });

    const { [operationId]: call } = operations();
    const outcome = await call?.().catch((error: unknown) => error);

    const became = outcome instanceof ExternalError ? `refused with ${outcome.status}` : 'understood';
    expect(became).toBe(status >= 400 ? `refused with ${status}` : 'understood');
  },
);

test.runIf(hasReference)('every operation that is used has an example', () => {
  const used = examples.filter(({ status }) => status < 300).map(({ operationId }) => operationId);

  expect(new Set(used)).toEqual(new Set(Object.keys(operations())));
});

const capture = (name: string): Answer => ({ body: referenceText(`captures/sp-api/${name}`) });

test.runIf(hasReference)('the participations of a European seller are the supported marketplaces', async () => {
  answer(capture('peddler-marketplace-participations-eu.json'));

  const stores = await marketplace.participations(access);

  expect(stores.map((store) => store.marketplace)).toEqual(
    expect.arrayContaining(['FR', 'NL', 'UK', 'DE', 'ES', 'IT']),
  );
  expect(stores.every((store) => store.marketplace.length === 2)).toBe(true);
});

test.runIf(hasReference)('a member with status 400 does not affect the other twelve of its batch', async () => {
  answer(capture('christian-item-offers-batch-13-marketplaces.json'));
  const skus = Array.from({ length: 13 }, (_, index) => `SKU-${index}`);

  const { members, refusals } = await marketplace.getListingOffersBatch(access, { ...batch, skus });

  expect(members).toHaveLength(12);
  expect(refusals).toEqual([
    { subject: expect.stringMatching(/^SKU-/), reason: expect.stringContaining('invalid ASIN') },
  ]);
});

test.runIf(hasReference)('the answer of Amazon states who holds the buy box', async () => {
  answer(capture('peddler-competitive-pricing-uk.json'));

  const { members, refusals } = await marketplace.getCompetitivePricing(access, batch);

  expect({ members, refusals }).toEqual({
    members: [{ sku: '', isOurs: true, landed: { Amount: 399.94, CurrencyCode: 'GBP' } }],
    refusals: [],
  });
});

test.runIf(hasReference)('a catalogue item is found by its ASIN', async () => {
  answer(capture('peddler-catalog-search-uk.json'));

  const { members, refusals } = await marketplace.searchCatalogItems(access, {
    marketplaceId: uk,
    asins: ['188864544X'],
  });

  expect(refusals).toEqual([]);
  expect(members.map((told) => told.read())).toMatchObject([
    { asin: '188864544X', images: null, summaries: [{ adultProduct: false }] },
  ]);
});

test.runIf(hasReference).each([
  ['issue-error-400-duplicate-requests.json', 400, { isPermanent: true, status: 400 }],
  ['issue-error-400-invalid-input-subscription.json', 400, { isPermanent: true }],
  ['issue-error-400-marketplace-invalid.json', 400, { isPermanent: true }],
  ['issue-error-429-quota-nodetails.json', 429, { isPermanent: false }],
  ['peddler-error-429-quota.json', 429, { isPermanent: false }],
  ['issue-error-500-internal.json', 500, { isPermanent: false }],
  ['peddler-error-404-report.json', 404, { isPermanent: true, status: 404 }],
])('%s: the status maps to the expected error', async (name, status, expected) => {
  answer({ ...capture(name), status });

  await expect(marketplace.getListingOffersBatch(access, batch)).rejects.toMatchObject(expected);
});

test.runIf(hasReference).each(['issue-error-403-batch-unauthorized.json', 'peddler-error-403-unauthorized.json'])(
  '%s means that this operation is refused',
  async (name) => {
    answer({ ...capture(name), status: 403 });

    await expect(marketplace.participations(access)).rejects.toThrow(OperationRefused);
  },
);

test.runIf(hasReference)('an error of login with amazon is reported in its own words', async () => {
  amazon.respond(() => ({ ...capture('peddler-lwa-400-unsupported-grant-type.json'), status: 400 }));

  await expect(marketplace.participations(access)).rejects.toThrow('unsupported_grant_type');
});

const documentAt = (compressionAlgorithm?: 'GZIP'): Answer => ({
  body: { reportDocumentId: 'D', url: `${amazon.url}/document`, ...(compressionAlgorithm && { compressionAlgorithm }) },
});
const cp1252 = { 'content-type': 'text/plain; charset=Cp1252' };

test.runIf(hasReference)('a report is decoded with its declared charset', async () => {
  const body = Buffer.concat([
    referenceBytes('captures/reports/peddler-merchant-listings.tsv'),
    Buffer.from([0xe9, 0x80]),
  ]);
  answer(documentAt(), { body, headers: cp1252 });

  const text = await marketplace.downloadReport(access, 'D');

  expect(text).toMatch(/^item-name\t/);
  expect(text.slice(-2)).toBe('é€');
});

test.runIf(hasReference)('a compressed report is decompressed', async () => {
  answer(documentAt('GZIP'), {
    body: referenceBytes('captures/reports/peddler-fba-myi-inventory.tsv.gz'),
    headers: cp1252,
  });

  expect(await marketplace.downloadReport(access, 'D')).toMatch(/^sku\tfnsku\tasin\t/);
});

test.runIf(hasReference)('a document whose address has expired is a temporary failure', async () => {
  answer(documentAt(), {
    status: 403,
    body: referenceText('captures/sp-api/peddler-report-document-403-expired.xml'),
    headers: { 'content-type': 'application/xml' },
  });

  const failure = await marketplace.downloadReport(access, 'D').catch((error: unknown) => error);

  expect(failure).toMatchObject({ isPermanent: false });
  expect(failure).not.toBeInstanceOf(OperationRefused);
});
