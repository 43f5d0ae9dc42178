import type { NotificationType } from './notification-type.ts';
import { SpApiError } from '../request/error.ts';

export interface Subscription {
  readonly subscriptionId: string;
  readonly sellerId: string;
  readonly type: NotificationType;
  readonly payloadVersion: string;
  readonly destinationId: string;
  readonly processingDirective: unknown;
  /** The marketplaces of the filter; undefined means all. */
  readonly marketplaceIds: readonly string[] | undefined;
  /** Whether order status changes are sent. */
  readonly wantsOrderStatus: boolean;
  /** Aggregation period; 0 means that every event is sent. */
  readonly aggregationMs: number;
}

/** The notification subscriptions: at most one per seller and type. */
export interface Subscriptions {
  /** Throws 409 if the seller already has a subscription of this type. */
  create(subscription: Omit<Subscription, 'subscriptionId'>): Subscription;
  find(subscriptionId: string): Subscription | undefined;
  findOf(sellerId: string, type: string): Subscription | undefined;
  isInUse(destinationId: string): boolean;
  remove(subscriptionId: string): boolean;
}

export function createSubscriptions(newId: () => string): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  const findOf = (sellerId: string, type: string): Subscription | undefined =>
    [...subscriptions.values()].find((one) => one.sellerId === sellerId && one.type === type);
  return {
    create: (wanted) => {
      if (findOf(wanted.sellerId, wanted.type)) {
        throw new SpApiError(409, 'Conflict', { message: 'A subscription for this notification type exists already.' });
      }
      const subscription = { ...wanted, subscriptionId: newId() };
      subscriptions.set(subscription.subscriptionId, subscription);
      return subscription;
    },
    find: (subscriptionId) => subscriptions.get(subscriptionId),
    findOf,
    isInUse: (destinationId) => [...subscriptions.values()].some((one) => one.destinationId === destinationId),
    remove: (subscriptionId) => subscriptions.delete(subscriptionId),
  };
}

export const presentSubscription = (subscription: Subscription): unknown => ({
  subscriptionId: subscription.subscriptionId,
  payloadVersion: subscription.payloadVersion,
  destinationId: subscription.destinationId,
  ...(subscription.processingDirective !== undefined && { processingDirective: subscription.processingDirective }),
});
