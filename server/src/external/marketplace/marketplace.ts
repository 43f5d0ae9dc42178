import type { Region } from '@app/shared/base/marketplaces.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { SharedAnswers } from '../../lib/shared-answers.ts';
import { createAccessTokens, type LwaConfig } from './calls/access-tokens.ts';
import type { AnswerCounts } from './calls/answer-counts.ts';
import type { Members } from './answers/answer.ts';
import type { Buckets } from './calls/buckets.ts';
import { createCaller } from './calls/caller.ts';
import { searchCatalogItems, type AsinBatch, type UnparsedCatalogItem } from './operations/catalog-items.ts';
import { getCompetitivePricing, type BuyBoxOwner } from './operations/competitive-pricing.ts';
import { listTransactions, type TransactionsPage, type TransactionsQuestion } from './operations/finances.ts';
import { getInventorySummaries, type InventorySummary } from './operations/inventory-summaries.ts';
import { searchListingsItems, type ListingsItem } from './operations/listings-items.ts';
import {
  createSubscription,
  deleteSubscription,
  ensureDestination,
  getSubscription,
  type DeliveryPlace,
  type NotificationType,
  type SellerSubscription,
} from './operations/notifications.ts';
import { searchOrders, type OrdersPage, type OrdersQuestion } from './operations/orders.ts';
import { getListingOffersBatch, type ListingOffers } from './operations/pricing.ts';
import { getMyFeesEstimates, type FeesBatch, type ListingFees } from './operations/product-fees.ts';
import {
  listReplenishmentOffers,
  type ReplenishmentPage,
  type ReplenishmentQuestion,
} from './operations/replenishment.ts';
import { createReport, downloadReport, getReport, type ReportRequest, type ReportState } from './operations/reports.ts';
import type { SkuBatch } from './operations/sku-lists.ts';
import type { SellerAccess } from './seller-access.ts';
import { participations, type Participation } from './operations/sellers.ts';
import { createTransport } from './calls/transport.ts';

/**
 * The marketplace's API as the features use it, with one method per operation. All methods throw AuthorizationLost,
 * OperationRefused, ApplicationRefused, OutOfQuota or another ExternalError.
 */
export interface Marketplace {
  /**
   * Exchanges the code of a consent for a refresh token. Throws an ExternalError, which is permanent if the code was
   * refused.
   */
  exchangeCode(input: { readonly code: string; readonly redirectUri: string }): Promise<{ refreshToken: string }>;
  /** Confirms that the authorisation is still valid, by requesting a new access token from Login with Amazon. */
  confirmAuthorization(access: SellerAccess): Promise<void>;
  /** The marketplaces in which the seller takes part, without those that the product does not support. */
  participations(access: SellerAccess): Promise<readonly Participation[]>;
  /** Returns the id of the report, which Amazon creates later. */
  createReport(access: SellerAccess, request: ReportRequest): Promise<string>;
  getReport(access: SellerAccess, reportId: string): Promise<ReportState>;
  downloadReport(access: SellerAccess, documentId: string): Promise<string>;
  searchListingsItems(access: SellerAccess, batch: SkuBatch): Promise<Members<ListingsItem>>;
  searchCatalogItems(access: SellerAccess, batch: AsinBatch): Promise<Members<UnparsedCatalogItem>>;
  getListingOffersBatch(access: SellerAccess, batch: SkuBatch): Promise<Members<ListingOffers>>;
  getCompetitivePricing(access: SellerAccess, batch: SkuBatch): Promise<Members<BuyBoxOwner>>;
  getInventorySummaries(access: SellerAccess, batch: SkuBatch): Promise<Members<InventorySummary>>;
  getMyFeesEstimates(access: SellerAccess, batch: FeesBatch): Promise<Members<ListingFees>>;
  listReplenishmentOffers(access: SellerAccess, question: ReplenishmentQuestion): Promise<ReplenishmentPage>;
  searchOrders(access: SellerAccess, question: OrdersQuestion): Promise<OrdersPage>;
  listTransactions(access: SellerAccess, question: TransactionsQuestion): Promise<TransactionsPage>;
  /** Returns the id of this application's destination in the region. */
  ensureDestination(region: Region, place: DeliveryPlace): Promise<string>;
  getSubscription(access: SellerAccess, type: NotificationType): Promise<SellerSubscription | null>;
  createSubscription(
    access: SellerAccess,
    subscription: { readonly type: NotificationType; readonly destinationId: string },
  ): Promise<string>;
  deleteSubscription(
    region: Region,
    subscription: { readonly type: NotificationType; readonly subscriptionId: string },
  ): Promise<void>;
}

interface MarketplaceOptions {
  readonly config: LwaConfig & { readonly apiUrls: Readonly<Record<Region, string | null>> };
  readonly clock: Clock;
  readonly random: Random;
  readonly buckets: Buckets;
  /** Counts the answers for operators. */
  readonly answers?: Pick<AnswerCounts, 'note'>;
}

/** Destinations hardly ever change, and the quota for asking about them is shared by all seller accounts. */
const destinationKeptMs = 60 * minuteMs;

/** Creates our own client, because no SDK supports a quota that several processes share. */
export function createMarketplace({ config, clock, random, buckets, answers }: MarketplaceOptions): Marketplace {
  const transport = createTransport({ clock, random });
  const tokens = createAccessTokens(config, transport, clock);
  const destinations = new SharedAnswers<string>(clock, destinationKeptMs);
  const caller = createCaller({
    apiUrls: config.apiUrls,
    tokens,
    buckets,
    transport,
    clock,
    ...(answers && { answers }),
  });
  return {
    exchangeCode: tokens.exchangeCode,
    confirmAuthorization: ({ refreshToken }) => tokens.renew(refreshToken),
    participations: (access) => participations(caller, access),
    createReport: (access, request) => createReport(caller, access, request),
    getReport: (access, reportId) => getReport(caller, access, reportId),
    downloadReport: (access, documentId) =>
      downloadReport({ apiUrls: config.apiUrls, caller, transport }, access, documentId),
    searchListingsItems: (access, batch) => searchListingsItems(caller, access, batch),
    searchCatalogItems: (access, batch) => searchCatalogItems(caller, access, batch),
    getListingOffersBatch: (access, batch) => getListingOffersBatch(caller, access, batch),
    getCompetitivePricing: (access, batch) => getCompetitivePricing(caller, access, batch),
    getInventorySummaries: (access, batch) => getInventorySummaries(caller, access, batch),
    getMyFeesEstimates: (access, batch) => getMyFeesEstimates(caller, access, batch),
    listReplenishmentOffers: (access, question) => listReplenishmentOffers(caller, access, question),
    searchOrders: (access, question) => searchOrders(caller, access, question),
    listTransactions: (access, question) => listTransactions(caller, access, question),
    // Keyed by address: Europe and India are two regions of consent behind one endpoint.
    ensureDestination: (region, place) =>
      destinations.find(`${config.apiUrls[region]} ${JSON.stringify(place)}`, () =>
        ensureDestination(caller, region, place),
      ),
    getSubscription: (access, type) => getSubscription(caller, access, type),
    createSubscription: (access, subscription) => createSubscription(caller, access, subscription),
    deleteSubscription: (region, subscription) => deleteSubscription(caller, region, subscription),
  };
}
