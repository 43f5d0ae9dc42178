import * as z from 'zod/mini';

interface NotificationKind {
  /** The only version that accepts new subscriptions. */
  readonly payloadVersion: string;
  readonly notificationVersion: string;
  /** Case of the field names in the envelope. */
  readonly casing: 'Pascal' | 'camel';
  /** Whether only registered brand owners can subscribe. */
  readonly needsBrand: boolean;
  /** The only kind of destination that the type supports. */
  readonly goesTo: 'sqs' | 'eventBridge';
}

type Exceptions = Partial<Pick<NotificationKind, 'casing' | 'needsBrand' | 'goesTo'>>;

const kind = (
  payloadVersion: string,
  { casing = 'Pascal', needsBrand = false, goesTo = 'sqs' }: Exceptions = {},
): NotificationKind => ({
  payloadVersion,
  // Older types always have notification version 1.0, independent of their payload version.
  notificationVersion: payloadVersion === '2020-09-04' || payloadVersion === '2021-01-01' ? payloadVersion : '1.0',
  casing,
  needsBrand,
  goesTo,
});

/** The notification types that the sandbox sends. */
export const notificationKinds = {
  ANY_OFFER_CHANGED: kind('1.0'),
  PRICING_HEALTH: kind('1.0', { casing: 'camel' }),
  LISTINGS_ITEM_STATUS_CHANGE: kind('1.0', { goesTo: 'eventBridge' }),
  LISTINGS_ITEM_ISSUES_CHANGE: kind('2023-12-13', { goesTo: 'eventBridge' }),
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: kind('1.0', { goesTo: 'eventBridge' }),
  FBA_INVENTORY_AVAILABILITY_CHANGES: kind('1.0'),
  ORDER_CHANGE: kind('1.0'),
  BRANDED_ITEM_CONTENT_CHANGE: kind('1.0', { needsBrand: true, goesTo: 'eventBridge' }),
  ITEM_PRODUCT_TYPE_CHANGE: kind('1.0', { needsBrand: true, goesTo: 'eventBridge' }),
  REPORT_PROCESSING_FINISHED: kind('2020-09-04', { casing: 'camel' }),
  ACCOUNT_STATUS_CHANGED: kind('2021-01-01', { casing: 'camel' }),
} as const satisfies Record<string, NotificationKind>;

export type NotificationType = keyof typeof notificationKinds;

export const notificationTypes = Object.keys(notificationKinds) as [NotificationType, ...NotificationType[]];

export const notificationType = z.enum(notificationTypes);
