import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Faults } from '../../world/events/faults.ts';
import type { Product } from '../../world/model/product.ts';
import type { World, WorldChange } from '../../world/world.ts';
import type { StoredReport } from '../reports/reports.ts';
import type { AccountChange } from '../account-statuses.ts';
import { accountStatusChanged } from './types/account-status-changed.ts';
import type { Announcer, Payload } from './announcer.ts';
import type { Desk } from '../desk.ts';
import { arnOf, bodyFor } from './envelope.ts';
import type { NotificationType } from './notification-type.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { createPostOffice, type NotificationQueue, type PostOffice } from './post-office.ts';
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

export type { NotificationQueue } from './post-office.ts';

interface NotificationDeps {
  readonly desk: Desk;
  readonly queue: NotificationQueue;
  readonly faults: Faults;
  readonly applicationId: string;
  readonly newId: () => string;
}

interface Sender extends NotificationDeps {
  readonly announcers: readonly Announcer[];
  readonly pacing: Pacing;
  readonly office: PostOffice;
  /** Timers of reports that are not finished yet. */
  readonly timers: Set<NodeJS.Timeout>;
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
  const { desk, queue, faults } = deps;
  const sender: Sender = {
    ...deps,
    announcers: createAnnouncers(desk.world),
    pacing: createPacing(desk.world.clock, desk.speedup),
    office: createPostOffice(queue, faults),
    timers: new Set(),
  };
  const stopListening = desk.world.onChange((change) => tell(sender, change));
  return {
    reportWillBeDone: (report) => later(sender, report),
    accountChanged: (change) =>
      toSeller(sender, change.sellerId, { type: 'ACCOUNT_STATUS_CHANGED', payload: accountStatusChanged(change) }),
    sendSample: (type, destinationId) => sendSample(sender, type, destinationId),
    stop: () => {
      stopListening();
      sender.pacing.stop();
      sender.office.stop();
      for (const timer of sender.timers) clearTimeout(timer);
    },
  };
}

function tell(sender: Sender, change: WorldChange): void {
  const { product } = change;
  for (const { type, tell: tellOf } of sender.announcers) {
    const payloads = tellOf(change);
    const subscription = subscriptionFor(sender.desk, product, type);
    if (!subscription) continue;
    for (const payload of payloads) {
      const key = `${subscription.subscriptionId} ${product.marketplace} ${product.asin}`;
      sender.pacing.pace(key, subscription.aggregationMs, () => send(sender, subscription, payload));
    }
  }
}

function subscriptionFor(desk: Desk, product: Product, type: NotificationType): Subscription | undefined {
  const subscription = desk.subscriptions.findOf(product.sellerId, type);
  const { id } = marketplaceOf(product.marketplace);
  const isWanted = subscription?.marketplaceIds?.includes(id) ?? true;
  const isLeftOut = type === 'ORDER_CHANGE' && subscription?.wantsOrderStatus === false;
  return isWanted && !isLeftOut ? subscription : undefined;
}

function later(sender: Sender, report: StoredReport): void {
  const { desk, timers } = sender;
  const timer = setTimeout(() => {
    timers.delete(timer);
    const status = desk.replay ? 'DONE' : desk.reports.outcomeOf(desk.world, report).status;
    const payload = reportProcessingFinished(report, status);
    toSeller(sender, report.sellerId, { type: 'REPORT_PROCESSING_FINISHED', payload });
  }, report.doneAt.getTime() - desk.world.clock.now().getTime()).unref();
  timers.add(timer);
}

function toSeller(sender: Sender, sellerId: string, message: { type: NotificationType; payload: unknown }): void {
  const subscription = sender.desk.subscriptions.findOf(sellerId, message.type);
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
  const { world } = sender.desk;
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
  const { desk, office, applicationId, newId } = sender;
  const destination = desk.destinations.find(destinationId);
  if (!destination) return;
  const at = desk.world.clock.now();
  const letter = {
    type,
    payload: payload(at),
    at,
    publishedAt: at,
    applicationId,
    subscriptionId,
    notificationId: newId(),
  };
  office.post(arnOf(destination), bodyFor(destination, letter));
}

/** Everything that tells of changes of a product; reports and accounts tell of themselves. */
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
