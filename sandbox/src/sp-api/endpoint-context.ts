import type { Endpoint } from '../world/model/seller.ts';
import type { World } from '../world/world.ts';
import type { Replay } from './replay/replay.ts';
import type { FeeHistory } from './fees/fee-history.ts';
import type { Destinations } from './notifications/destinations.ts';
import type { StockChanges } from './inventory/stock-changes.ts';
import type { NotificationType } from './notifications/notification-type.ts';
import type { Reports } from './reports/reports.ts';
import type { Subscriptions } from './notifications/subscriptions.ts';

/** State and services shared by the operations of one regional endpoint. */
export interface EndpointContext {
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly speedup: number;
  readonly reports: Reports;
  readonly destinations: Destinations;
  readonly subscriptions: Subscriptions;
  readonly feeHistory: FeeHistory;
  readonly stockChanges: StockChanges;
  /** Sends a sample notification of the type to a destination. */
  readonly sendSample: (type: NotificationType, destinationId: string) => void;
  /** Captured responses that replace generated ones. */
  readonly replay: Replay | undefined;
  /** Base URL of this endpoint without a trailing slash. */
  readonly url: () => string;
}
