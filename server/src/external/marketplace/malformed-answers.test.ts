import { beforeEach, expect, test } from 'vitest';
import { answering } from '../../../testing/observing/answering.ts';
import { testClock } from '../../../testing/clock.ts';
import { marketplaceCalls } from '../../../testing/observing/marketplace-calls.ts';
import { systemRandom } from '../../lib/random.ts';
import { unmetered } from './calls/buckets.ts';
import { ExternalError } from './external-error.ts';
import { createMarketplace } from './marketplace.ts';
import { documentedRates } from './rates.ts';

const amazon = answering();
let body = '';

beforeEach(() => {
  amazon.respond(({ url }) => ({
    body: url === '/token' ? { access_token: 'Atza|token', expires_in: 3600 } : body,
  }));
});

function calls() {
  const apiUrls = { NA: amazon.url, EU: amazon.url, IN: amazon.url };
  const marketplace = createMarketplace({
    config: { apiUrls, tokenUrl: `${amazon.url}/token`, clientId: 'client', clientSecret: 'secret' },
    clock: testClock(new Date('2026-06-15T12:00:00Z')),
    random: systemRandom,
    buckets: unmetered,
  });
  const access = { sellingPartnerId: 'A1SELLER', region: 'EU', refreshToken: 'Atzr|refresh' } as const;
  return marketplaceCalls({ marketplace, access, marketplaceId: 'A1F83G8C2ARO7P' });
}
type Operation = keyof ReturnType<typeof calls>;

function outcomeOf(operation: Operation, answer: string): Promise<unknown> {
  body = answer;
  const { [operation]: call } = calls();
  return call().catch((error: unknown) => error);
}
const malformed = (operation: string) => ({
  name: 'ExternalError',
  message: expect.stringContaining(`${operation}: malformed answer`),
  isPermanent: false,
});

const operations = Object.keys(calls()) as Operation[];

test('this file covers every operation that is used', () => {
  const withoutAnswer = ['deleteSubscriptionById', 'createDestination'];

  expect(operations.toSorted()).toEqual(
    Object.keys(documentedRates)
      .filter((operation) => !withoutAnswer.includes(operation))
      .toSorted(),
  );
});

test.each(
  operations.flatMap((operation) =>
    ['', '{}', '[]', 'null', '7', '"text"', '{"payload":{}}', '{"payload":null}', '{"errors":[]}'].map(
      (answer) => [operation, answer] as const,
    ),
  ),
)('%s: an answer without content is malformed, and never an empty list: %s', async (operation, answer) => {
  expect(await outcomeOf(operation, answer)).toMatchObject(malformed(operation));
});

/** For each operation that answers a list: the envelope around the members. */
const lists: Partial<Record<Operation, (members: readonly unknown[]) => unknown>> = {
  getMarketplaceParticipations: (payload) => ({ payload }),
  searchListingsItems: (items) => ({ items }),
  searchCatalogItems: (items) => ({ items }),
  getListingOffersBatch: (responses) => ({ responses }),
  getCompetitivePricing: (payload) => ({ payload }),
  getInventorySummaries: (inventorySummaries) => ({ payload: { inventorySummaries } }),
  getMyFeesEstimates: (results) => results,
  listOffers: (offers) => ({ offers, pagination: { totalResults: offers.length } }),
  searchOrders: (orders) => ({ orders }),
  listTransactions: (transactions) => ({ payload: { transactions } }),
};
function takenFrom(outcome: unknown): readonly unknown[] {
  if (outcome instanceof ExternalError && outcome.message.includes('malformed answer')) return [];
  if (outcome instanceof Error) return [outcome];
  return Object.entries(outcome as object).flatMap(([name, list]) =>
    Array.isArray(list) && name !== 'refusals' ? list : [],
  );
}

test.each(
  Object.entries(lists).flatMap(([operation, around]) =>
    [7, 'text', null, [], {}, { payload: {} }].map((member) => [operation as Operation, member, around] as const),
  ),
)('%s: a member that is %j yields no result', async (operation, member, around) => {
  expect(takenFrom(await outcomeOf(operation, JSON.stringify(around([member]))))).toEqual([]);
});

test.each([
  ['{"pagination":{"totalResults":0}}', 'there are none'],
  ['{"offers":[],"pagination":{"totalResults":0}}', 'there are none'],
  ['{"offers":[]}', 'malformed'],
  ['{"offers":[],"pagination":{"totalResults":40}}', 'malformed'],
  ['{"pagination":{}}', 'malformed'],
])('listOffers: an empty list is accepted only from an answer whose total is 0: %s', async (answer, expected) => {
  const outcome = await outcomeOf('listOffers', answer);

  const none = { members: [], refusals: [], isLast: true, total: 0 };
  expect(outcome).toMatchObject(expected === 'malformed' ? malformed('listOffers') : none);
});

test.each([
  ['{"offers":[{"asin":"B01"}],"pagination":{"totalResults":1}}', true],
  ['{"offers":[{"asin":"B01"}],"pagination":{"totalResults":2}}', false],
  ['{"offers":[{"asin":"B01"}]}', true],
])('listOffers: a page is the last one when it reaches the total: %s', async (answer, isLast) => {
  expect(await outcomeOf('listOffers', answer)).toMatchObject({ members: [{ asin: 'B01' }], isLast });
});

test('a page of transactions may be empty if it names a next page', async () => {
  const outcome = await outcomeOf('listTransactions', '{"payload":{"nextToken":"more"}}');

  expect(outcome).toEqual({ items: [], refusals: [], nextToken: 'more' });
});

test('a finished report without a document is not taken for an empty report', async () => {
  expect(await outcomeOf('getReport', '{"processingStatus":"DONE"}')).toMatchObject(malformed('getReport'));
  expect(await outcomeOf('getReport', '{"processingStatus":"CANCELLED"}')).toEqual({
    status: 'empty',
    documentId: null,
  });
});

test.each(['', '<html>', '{}', 'null'])('an answer without a token is a failure with a reason: %s', async (answer) => {
  amazon.respond(() => ({ body: answer }));

  const failure = await calls()
    .searchOrders()
    .catch((error: unknown) => error);

  expect(failure).toMatchObject(malformed('login with amazon'));
});
