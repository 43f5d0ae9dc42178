import { catalogItem, marketplaceId, offersBody, type BenchProduct } from '../evaluate/answers.ts';
import { costOrders, costTransactions } from './orders.ts';
import { costReport } from './reports.ts';
import type { CostWorld } from './world.ts';

/** One request to the marketplace. */
interface MarketplaceRequest {
  readonly url: URL;
  readonly body: unknown;
  /** The address of report documents, without the id of a document. */
  readonly documents: string;
}

/** The operation and answer for a path pattern. Answers have Amazon's format and real sizes. */
type Route = readonly [
  pattern: RegExp,
  operation: string,
  answer: (world: CostWorld, marketplaceRequest: MarketplaceRequest) => string,
];

const json = JSON.stringify;
const titles = 'Heavy duty pre seasoned cast iron skillet, oven safe, for grill and induction, 26 cm, black';

export const routes: readonly Route[] = [
  [/\/token$/, 'token', () => json({ access_token: 'Atza|bench', expires_in: 3600, token_type: 'bearer' })],
  [/\/catalog\//, 'searchCatalogItems', (world, { url }) => catalogItems(world, listParameter(url, 'identifiers'))],
  [/\/listingOffers$/, 'getListingOffersBatch', (world, { body }) => listingOffers(world, body)],
  [/\/listings\//, 'searchListingsItems', (world, { url }) => listingsItems(world, listParameter(url, 'identifiers'))],
  [
    /\/fba\/inventory\//,
    'getInventorySummaries',
    (world, { url }) => summaries(world, listParameter(url, 'sellerSkus')),
  ],
  [/\/feesEstimate$/, 'getMyFeesEstimates', (world, { body }) => feesEstimates(world, body)],
  [/\/offers\/search$/, 'listOffers', (world, { body }) => replenishmentOffers(world, body)],
  [/\/orders\//, 'searchOrders', (world, { url }) => costOrders(world, url.searchParams)],
  [/\/transactions$/, 'listTransactions', (world, { url }) => costTransactions(world, url.searchParams)],
  [/\/marketplaceParticipations$/, 'getMarketplaceParticipations', participations],
  [/\/reports\/2021-06-30\/reports$/, 'createReport', (world, { body }) => json({ reportId: reportId(world, body) })],
  [/\/reports\/2021-06-30\/reports\//, 'getReport', (world, { url }) => reportState(world, lastOf(url))],
  [/\/documents\//, 'getReportDocument', (_world, { url, documents }) => json({ url: `${documents}${lastOf(url)}` })],
  [/\/document\//, 'document', (world, { url }) => costReport(world, lastOf(url))],
  [/\/destinations$/, 'getDestinations', () => json({ payload: [{ destinationId: 'd', resource: { sqs: { arn } } }] })],
  [/\/subscriptions\//, 'getSubscription', (_world, { url }) => json({ payload: { subscriptionId: lastOf(url) } })],
];

export const arn = 'arn:aws:sqs:us-east-1:0:bench';

const listParameter = (url: URL, name: string): string[] => (url.searchParams.get(name) ?? '').split(',');
const lastOf = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';
const findProducts = (names: readonly string[], byName: ReadonlyMap<string, BenchProduct>): BenchProduct[] =>
  names.flatMap((name) => byName.get(name) ?? []);

/**
 * Caches answer texts until their product changes, because building a text for each request would take most of the CPU
 * time.
 */
const cachedTexts = new Map<string, string>();
const maxCachedTexts = 40_000;
function remember(key: string, build: () => string): string {
  const found = cachedTexts.get(key);
  if (found !== undefined) return found;
  if (cachedTexts.size >= maxCachedTexts) cachedTexts.clear();
  const text = build();
  cachedTexts.set(key, text);
  return text;
}

function catalogItems(world: CostWorld, asins: readonly string[]): string {
  const look = Math.floor(world.now / 600_000);
  const items = findProducts(asins, world.byAsin).flatMap((product) => {
    const state = world.states[product.index];
    if (!state) return [];
    const text = remember(`c ${product.index} ${state.hasImage}`, () => json(catalogItem(product, state, 0)));
    // The rank changes with every observation.
    return [text.replace(/"rank":\d+/, `"rank":${900 + ((look * 37 + product.index) % 500)}`)];
  });
  return `{"numberOfResults":${items.length},"items":[${items.join(',')}]}`;
}

function listingOffers(world: CostWorld, body: unknown): string {
  const { requests } = body as { requests: readonly { uri: string }[] };
  const skus = requests.map(({ uri }) => decodeURIComponent(uri.split('/').at(-2) ?? ''));
  const members = findProducts(skus, world.bySku).map((product) => {
    const { ownCents, hijackers } = world.states[product.index] ?? {};
    const key = `o ${product.index} ${ownCents} ${hijackers}`;
    return remember(key, () => offersBody([product], world.states, 0).slice('{"responses":['.length, -']}'.length));
  });
  return `{"responses":[${members.join(',')}]}`;
}

function listingsItems(world: CostWorld, skus: readonly string[]): string {
  const items = findProducts(skus, world.bySku).map((product) => {
    const isBad = world.revision('listing', product) % 2 === 1;
    const link = `https://m.media-amazon.com/images/I/71${product.asin}.jpg`;
    const issue = { code: '18027', severity: 'ERROR', marketplaceIds: [marketplaceId], categories: ['QUALIFICATION'] };
    return {
      sku: product.sku,
      summaries: [
        {
          marketplaceId,
          asin: product.asin,
          productType: 'SKILLET',
          conditionType: 'new_new',
          status: isBad ? ['DISCOVERABLE'] : ['BUYABLE', 'DISCOVERABLE'],
          itemName: titles,
          createdDate: '2024-03-01T08:00:00Z',
          lastUpdatedDate: '2026-01-01T08:00:00Z',
          mainImage: { link, height: 1500, width: 1500 },
        },
      ],
      issues: isBad ? [{ ...issue, message: 'You need approval to list in this category.' }] : [],
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_NA' }],
      relationships: [{ marketplaceId, relationships: [] }],
    };
  });
  return json({ numberOfResults: items.length, pagination: {}, items });
}

/** The fulfillable quantity, used by both the notification and the answer so that they agree. */
export const fulfillable = (world: CostWorld, product: BenchProduct): number =>
  400 + (product.index % 200) - 7 * world.revision('stock', product);

function summaries(world: CostWorld, skus: readonly string[]): string {
  const inventorySummaries = findProducts(skus, world.bySku).map((product) => ({
    asin: product.asin,
    fnSku: `X00${product.asin.slice(3)}`,
    sellerSku: product.sku,
    condition: 'NewItem',
    inventoryDetails: {
      fulfillableQuantity: fulfillable(world, product),
      inboundWorkingQuantity: 0,
      inboundShippedQuantity: 40,
      inboundReceivingQuantity: 0,
      reservedQuantity: { totalReservedQuantity: 3, pendingCustomerOrderQuantity: 3, fcProcessingQuantity: 0 },
      researchingQuantity: { totalResearchingQuantity: 0, researchingQuantityBreakdown: [] },
      unfulfillableQuantity: { totalUnfulfillableQuantity: 0, customerDamagedQuantity: 0, defectiveQuantity: 0 },
      futureSupplyQuantity: { reservedFutureSupplyQuantity: 0, futureSupplyBuyableQuantity: 0 },
    },
    lastUpdatedTime: '2026-01-01T08:00:00Z',
    productName: titles,
    totalQuantity: fulfillable(world, product) + 43,
  }));
  const granularity = { granularityType: 'Marketplace', granularityId: marketplaceId };
  return json({ payload: { granularity, inventorySummaries }, pagination: {} });
}

const usd = (cents: number) => ({ CurrencyCode: 'USD', Amount: cents / 100 });

const fee = (FeeType: string, cents: number, more: object = {}) => ({
  FeeType,
  FeeAmount: usd(cents),
  FeePromotion: usd(0),
  FinalFee: usd(cents),
  ...more,
});

function feesEstimates(world: CostWorld, body: unknown): string {
  const requests = body as readonly { IdValue: string }[];
  return json(
    requests.map(({ IdValue }) => {
      const product = world.bySku.get(IdValue);
      const fba = 386 + (product ? 25 * world.revision('fees', product) : 0);
      return {
        Status: 'Success',
        FeesEstimateIdentifier: {
          MarketplaceId: marketplaceId,
          IdType: 'SellerSKU',
          IdValue,
          IsAmazonFulfilled: true,
          SellerInputIdentifier: IdValue,
          PriceToEstimateFees: { ListingPrice: usd(3490), Shipping: usd(0) },
        },
        FeesEstimate: {
          TimeOfFeesEstimation: new Date(world.now).toISOString(),
          TotalFeesEstimate: usd(fba + 524),
          FeeDetailList: [
            fee('ReferralFee', 524),
            fee('VariableClosingFee', 0),
            fee('PerItemFee', 0),
            fee('FBAFees', fba, { IncludedFeeDetailList: [fee('FBAPickAndPack', fba), fee('FBAWeightHandling', 0)] }),
          ],
        },
      };
    }),
  );
}

function replenishmentOffers(world: CostWorld, body: unknown): string {
  const { filters, pagination } = body as {
    filters: { asins?: readonly string[] };
    pagination: { limit: number; offset: number };
  };
  const found = filters.asins ? findProducts(filters.asins, world.byAsin) : world.products;
  const offers = found.slice(pagination.offset, pagination.offset + pagination.limit).map((product) => ({
    sku: product.sku,
    asin: product.asin,
    marketplaceId,
    eligibility: world.revision('replenishment', product) % 2 === 1 ? 'SUSPENDED' : 'ELIGIBLE',
    offerProgramConfiguration: {
      preferences: { autoEnrollment: 'OPTED_IN' },
      promotions: { sellingPartnerFundedBaseDiscount: { percentage: 5 }, sellingPartnerFundedTieredDiscount: {} },
      enrollmentMethod: 'AUTOMATIC',
    },
    programType: 'SUBSCRIBE_AND_SAVE',
    price: 34.9,
    priceCurrencyCode: 'USD',
    inventory: 443,
    fulfillmentNetworkIDType: 'AFN',
  }));
  return json({ offers, pagination: { totalResults: found.length } });
}

function participations(): string {
  const marketplace = { id: marketplaceId, name: 'Amazon.com', countryCode: 'US', domainName: 'www.amazon.com' };
  const participation = { isParticipating: true, hasSuspendedListings: false };
  return json({ payload: [{ marketplace, storeName: 'Bench', participation }] });
}

/** The time until a report is done. The id of a report contains its type, its period and its creation time. */
const reportMs = 30_000;

function reportId({ now }: CostWorld, body: unknown): string {
  const { reportType, dataStartTime, dataEndTime } = body as Readonly<Record<string, string | undefined>>;
  const span = [dataStartTime, dataEndTime].map((time) => (time ? Date.parse(time) : ''));
  return [reportType, ...span, now].join('~');
}

function reportState({ now }: CostWorld, id: string): string {
  const name = decodeURIComponent(id);
  const isDone = now - Number(name.split('~').at(-1)) >= reportMs;
  return json({ reportId: name, processingStatus: isDone ? 'DONE' : 'IN_PROGRESS', reportDocumentId: name });
}
