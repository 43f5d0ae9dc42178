import type { NotificationType } from '../../world/event-type.ts';
import { isBuyable } from '../../world/product.ts';
import type { WorldChange } from '../../world/world.ts';
import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { anyOfferChanged } from './any-offer-changed.ts';
import type { Desk } from '../desk.ts';
import { listingsItemStatusChange } from './listings-item-status-change.ts';
import { createPacing } from './pacing.ts';
import type { Subscription } from './subscriptions.ts';

export interface NotificationQueue {
  deliver(arn: string, body: string): void;
}

interface Sender {
  readonly desk: Desk;
  readonly queue: NotificationQueue;
  readonly applicationId: string;
  readonly newId: () => string;
}

/** Tells subscribed sellers of this endpoint what changes in the world, until the returned function is called. */
export function startNotifications(sender: Sender): () => void {
  const { desk } = sender;
  const pacing = createPacing(desk.world.clock, desk.speedup);
  const stopListening = desk.world.onChange((change) => {
    if (change.kind === 'offers') offersChanged(sender, change, pacing.pace);
    if (change.kind === 'listing') statusChanged(sender, change);
  });
  return () => {
    stopListening();
    pacing.stop();
  };
}

function offersChanged(sender: Sender, change: WorldChange, pace: ReturnType<typeof createPacing>['pace']): void {
  const { desk } = sender;
  const { product } = change;
  const subscription = subscriptionFor(desk, change, 'ANY_OFFER_CHANGED');
  // Amazon tells a seller only of items that it offers itself.
  if (!subscription || !desk.world.listingsOf(product).some(isBuyable)) return;
  pace(`${subscription.subscriptionId} ${product.marketplace} ${product.asin}`, subscription.aggregationMs, () => {
    const at = desk.world.clock.now();
    send(sender, subscription, { at, payload: anyOfferChanged(desk.world, product, at) });
  });
}

function statusChanged(sender: Sender, change: WorldChange): void {
  const subscription = subscriptionFor(sender.desk, change, 'LISTINGS_ITEM_STATUS_CHANGE');
  if (!subscription) return;
  for (const listing of change.listings) {
    send(sender, subscription, { at: change.at, payload: listingsItemStatusChange(listing) });
  }
}

function subscriptionFor(desk: Desk, { product }: WorldChange, type: NotificationType): Subscription | undefined {
  const subscription = desk.subscriptions.findOf(product.sellerId, type);
  const { id } = marketplaceOf(product.marketplace);
  const isWanted = subscription?.marketplaceIds?.includes(id) ?? true;
  return isWanted ? subscription : undefined;
}

function send(sender: Sender, subscription: Subscription, { at, payload }: { at: Date; payload: unknown }): void {
  const destination = sender.desk.destinations.find(subscription.destinationId);
  if (!destination) return;
  const message = {
    NotificationVersion: '1.0',
    NotificationType: subscription.type,
    PayloadVersion: subscription.payloadVersion,
    EventTime: at.toISOString(),
    Payload: payload,
    NotificationMetadata: {
      ApplicationId: sender.applicationId,
      SubscriptionId: subscription.subscriptionId,
      PublishTime: sender.desk.world.clock.now().toISOString(),
      NotificationId: sender.newId(),
    },
  };
  sender.queue.deliver(destination.arn, JSON.stringify(message));
}
