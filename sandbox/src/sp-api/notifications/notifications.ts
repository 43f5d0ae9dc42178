import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { actAfter } from '../../world/clock.ts';
import type { Faults } from '../../world/events/faults.ts';
import type { Product } from '../../world/model/product.ts';
import type { World, WorldChange } from '../../world/world.ts';
import type { StoredReport } from '../reports/reports.ts';
import type { AccountChange } from '../account-statuses.ts';
import { accountStatusChanged } from './types/account-status-changed.ts';
import type { Announcer, Payload } from './announcer.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { arnOf, bodyFor } from './envelope.ts';
import type { NotificationType } from './notification-type.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { createQueueDelivery, type NotificationQueue, type QueueDelivery } from './queue-delivery.ts';
import { reportProcessingFinished } from './types/report-processing-finished.ts';
import type { Subscription } from './subscriptions.ts';
import { anyOfferChanged } from './types/any-offer-changed.ts';
import { brandedItemContentChange } from './types/branded-item-content-change.ts';
import { fbaInventoryAvailabilityChanges } from './types/fba-inventory-availability-changes.ts';
import { itemProductTypeChange } from './types/item-product-type-change.ts';
import { listingsItemIssuesChange } from './types/listings-item-issues-change.ts';
import { listingsItemMfnQuantityChange } from './types/listings-item-mfn-quantity-change.ts';
import { listingsItemStatusChange } from './types/listings-item-status-change.ts';
import { orderChange } from './types/order-change.ts';
import { pricingHealth } from './types/pricing-health.ts';

export type { NotificationQueue } from './queue-delivery.ts';

interface NotificationDeps {
  readonly context: EndpointContext;
  readonly queue: NotificationQueue;
  readonly faults: Faults;
  readonly applicationId: string;
  readonly newId: () => string;
}

interface Sender extends NotificationDeps {
  readonly announcers: readonly Announcer[];
  readonly pacing: Pacing;
  readonly delivery: QueueDelivery;
  /** Functions that cancel the announcements of reports that are not finished yet. */
  readonly cancels: Set<() => void>;
}

/** Sends the notifications to which the sellers of one endpoint have subscribed. */
export interface Notifications {
  /** Schedules the notification about a report for the time at which the report is finished. */
  reportWillBeDone(report: StoredReport): void;
  accountChanged(change: AccountChange): void;
  /** Sends a sample message to a destination, independent of subscriptions. */
  sendSample(type: NotificationType, destinationId: string): void;
  stop(): void;
}

export function startNotifications(deps: NotificationDeps): Notifications {
  const { context, queue, faults } = deps;
  const sender: Sender = {
    ...deps,
    announcers: createAnnouncers(context.world),
    pacing: createPacing(context.world.clock, context.speedup),
    delivery: createQueueDelivery(queue, faults),
    cancels: new Set(),
  };
  const stopListening = context.world.onChange((change) => announceChange(sender, change));
  return {
    reportWillBeDone: (report) => scheduleReportNotification(sender, report),
    accountChanged: (change) =>
      sendToSeller(sender, change.sellerId, { type: 'ACCOUNT_STATUS_CHANGED', payload: accountStatusChanged(change) }),
    sendSample: (type, destinationId) => sendSample(sender, type, destinationId),
    stop: () => {
      stopListening();
      sender.pacing.stop();
      sender.delivery.stop();
      for (const cancel of sender.cancels) cancel();
    },
  };
}

function announceChange(sender: Sender, change: WorldChange): void {
  const { product } = change;
  for (const { type, payloadsFor } of sender.announcers) {
    const payloads = payloadsFor(change);
    const subscription = subscriptionFor(sender.context, product, type);
    if (!subscription) continue;
    for (const payload of payloads) {
      const key = `${subscription.subscriptionId} ${product.marketplace} ${product.asin}`;
      sender.pacing.pace(key, subscription.aggregationMs, () => send(sender, subscription, payload));
    }
  }
}

function subscriptionFor(context: EndpointContext, product: Product, type: NotificationType): Subscription | undefined {
  const subscription = context.subscriptions.findOf(product.sellerId, type);
  const { id } = marketplaceOf(product.marketplace);
  const isWanted = subscription?.marketplaceIds?.includes(id) ?? true;
  const isLeftOut = type === 'ORDER_CHANGE' && subscription?.wantsOrderStatus === false;
  return isWanted && !isLeftOut ? subscription : undefined;
}

function scheduleReportNotification(sender: Sender, report: StoredReport): void {
  const { context, cancels } = sender;
  const { clock } = context.world;
  const cancel = actAfter(clock, report.doneAt.getTime() - clock.now().getTime(), () => {
    cancels.delete(cancel);
    const status = context.replay ? 'DONE' : context.reports.outcomeOf(context.world, report).status;
    const payload = reportProcessingFinished(report, status);
    sendToSeller(sender, report.sellerId, { type: 'REPORT_PROCESSING_FINISHED', payload });
  });
  cancels.add(cancel);
}

function sendToSeller(sender: Sender, sellerId: string, message: { type: NotificationType; payload: unknown }): void {
  const subscription = sender.context.subscriptions.findOf(sellerId, message.type);
  if (subscription) send(sender, subscription, () => message.payload);
}

const sampleReport = {
  sellerId: 'ATESTSELLER00',
  reportId: '290000000000',
  reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
  documentId: 'amzn1.spdoc.1.4.test',
};

/** Sends a sample about the first product, or about an invented report or account. */
function sendSample(sender: Sender, type: NotificationType, destinationId: string): void {
  const { world } = sender.context;
  const [product] = world.products;
  const announcer = sender.announcers.find((one) => one.type === type);
  const samples: Partial<Record<NotificationType, unknown>> = {
    REPORT_PROCESSING_FINISHED: reportProcessingFinished(sampleReport, 'DONE'),
    ACCOUNT_STATUS_CHANGED: accountStatusChanged({ before: 'NORMAL', now: 'NORMAL' }),
  };
  const payload: Payload = product && announcer ? announcer.sample(product) : () => samples[type];
  send(sender, { type, destinationId, subscriptionId: sender.newId() }, payload);
}

type Recipient = Pick<Subscription, 'type' | 'destinationId' | 'subscriptionId'>;

function send(sender: Sender, { type, destinationId, subscriptionId }: Recipient, payload: Payload): void {
  const { context, delivery, applicationId, newId } = sender;
  const destination = context.destinations.find(destinationId);
  if (!destination) return;
  const at = context.world.clock.now();
  const notification = {
    type,
    payload: payload(at),
    at,
    publishedAt: at,
    applicationId,
    subscriptionId,
    notificationId: newId(),
  };
  delivery.post(arnOf(destination), bodyFor(destination, notification));
}

/** Creates the announcers for changes of products. Reports and account statuses have their own notifications. */
const createAnnouncers = (world: World): readonly Announcer[] => [
  anyOfferChanged(world),
  pricingHealth(world),
  listingsItemStatusChange(world),
  listingsItemIssuesChange(world),
  listingsItemMfnQuantityChange(world),
  fbaInventoryAvailabilityChanges(world),
  orderChange(world),
  brandedItemContentChange(world),
  itemProductTypeChange(world),
];
