import * as z from 'zod/mini';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { maybe, parseAnswer } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import { ExternalError } from '../external-error.ts';
import type { SellerAccess } from '../seller-access.ts';

/** The payload version of each type to which we subscribe. */
const payloadVersions = {
  ANY_OFFER_CHANGED: '1.0',
  PRICING_HEALTH: '1.0',
  LISTINGS_ITEM_STATUS_CHANGE: '1.0',
  // Amazon has ended version 1.0.
  LISTINGS_ITEM_ISSUES_CHANGE: '2023-12-13',
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: '1.0',
  FBA_INVENTORY_AVAILABILITY_CHANGES: '1.0',
  ORDER_CHANGE: '1.0',
  BRANDED_ITEM_CONTENT_CHANGE: '1.0',
  ITEM_PRODUCT_TYPE_CHANGE: '1.0',
  REPORT_PROCESSING_FINISHED: '2020-09-04',
  ACCOUNT_STATUS_CHANGED: '2021-01-01',
} as const;

export type NotificationType = keyof typeof payloadVersions;

export const isNotificationType = (type: string): type is NotificationType => Object.hasOwn(payloadVersions, type);

/** Types that Amazon sends only to an EventBridge bus and not to a queue, according to its guides for both ways. */
const bridgedTypes: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'LISTINGS_ITEM_STATUS_CHANGE',
  'LISTINGS_ITEM_ISSUES_CHANGE',
  'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  'BRANDED_ITEM_CONTENT_CHANGE',
  'ITEM_PRODUCT_TYPE_CHANGE',
]);

export const isBridged = (type: NotificationType): boolean => bridgedTypes.has(type);

/** A queue, or the event bus of an AWS account whose rule forwards its events to the queue. */
export type DeliveryPlace =
  | { readonly sqs: { readonly arn: string } }
  | { readonly eventBridge: { readonly accountId: string; readonly region: string } };

const destination = z.object({
  destinationId: z.string(),
  resource: maybe(
    z.object({
      sqs: maybe(z.object({ arn: maybe(z.string()) })),
      eventBridge: maybe(z.object({ accountId: maybe(z.string()), region: maybe(z.string()) })),
    }),
  ),
});
const destinationsAnswer = z.object({ payload: z.array(destination) });
const destinationAnswer = z.object({ payload: destination });
const subscription = z.object({ subscriptionId: z.string(), destinationId: maybe(z.string()) });
const subscriptionAnswer = z.object({ payload: subscription });

export type SellerSubscription = z.output<typeof subscription>;

const destinationsPath = '/notifications/v1/destinations';
const pathOf = (type: NotificationType): string => `/notifications/v1/subscriptions/${type}`;

/** Finds or creates the destination to which Amazon delivers for this application, one per region and place. */
export async function ensureDestination(caller: Caller, region: Region, place: DeliveryPlace): Promise<string> {
  const found = await findDestination(caller, region, place);
  if (found) return found;
  const operation = 'createDestination';
  const body = { name: nameOf(place), resourceSpecification: place };
  const call = { operation, method: 'POST', path: destinationsPath, body } as const;
  try {
    return parseAnswer(operation, destinationAnswer, await caller.grantless(region, call)).payload.destinationId;
  } catch (error) {
    // Another process has created the destination in the meantime.
    const meanwhile = isConflict(error) ? await findDestination(caller, region, place) : null;
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/**
 * Returns a name that contains the place, so that a queue and the queue that replaces it get destinations with
 * different names.
 */
const nameOf = (place: DeliveryPlace): string =>
  'sqs' in place
    ? `Watchpost ${place.sqs.arn}`
    : `Watchpost events ${place.eventBridge.accountId} ${place.eventBridge.region}`;

async function findDestination(caller: Caller, region: Region, place: DeliveryPlace): Promise<string | null> {
  const operation = 'getDestinations';
  const body = await caller.grantless(region, { operation, path: destinationsPath });
  const { payload } = parseAnswer(operation, destinationsAnswer, body);
  return payload.find(({ resource }) => isPlace(resource, place))?.destinationId ?? null;
}

function isPlace(resource: z.output<typeof destination>['resource'], place: DeliveryPlace): boolean {
  if ('sqs' in place) return resource?.sqs?.arn === place.sqs.arn;
  const { accountId, region } = place.eventBridge;
  return resource?.eventBridge?.accountId === accountId && resource.eventBridge.region === region;
}

/** Returns `null` when there is no subscription. A refusal concerns the type and is stored by the caller. */
export async function getSubscription(
  caller: Caller,
  access: SellerAccess,
  type: NotificationType,
): Promise<SellerSubscription | null> {
  const operation = 'getSubscription';
  try {
    const query = { payloadVersion: payloadVersions[type] };
    const body = await caller.ofSeller(access, { operation, subject: null, path: pathOf(type), query });
    return parseAnswer(operation, subscriptionAnswer, body).payload;
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return null;
    throw error;
  }
}

export async function createSubscription(
  caller: Caller,
  access: SellerAccess,
  { type, destinationId }: { readonly type: NotificationType; readonly destinationId: string },
): Promise<string> {
  const operation = 'createSubscription';
  const body = { payloadVersion: payloadVersions[type], destinationId };
  try {
    const call = { operation, subject: null, method: 'POST', path: pathOf(type), body } as const;
    const answer = await caller.ofSeller(access, call);
    return parseAnswer(operation, subscriptionAnswer, answer).payload.subscriptionId;
  } catch (error) {
    // Another tenant has connected the same selling partner at the same moment.
    const meanwhile = isConflict(error) ? await getSubscription(caller, access, type) : null;
    if (meanwhile) return meanwhile.subscriptionId;
    throw error;
  }
}

/**
 * Uses a grantless call, because the seller's authorisation may already be gone. Throws an ExternalError with status 404
 * if there is no such subscription.
 */
export async function deleteSubscription(
  caller: Caller,
  region: Region,
  { type, subscriptionId }: { readonly type: NotificationType; readonly subscriptionId: string },
): Promise<void> {
  const path = `${pathOf(type)}/${encodeURIComponent(subscriptionId)}`;
  await caller.grantless(region, { operation: 'deleteSubscriptionById', method: 'DELETE', path });
}

const isConflict = (error: unknown): boolean => error instanceof ExternalError && error.status === 409;
