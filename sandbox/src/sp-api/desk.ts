import type { Endpoint } from '../world/model/seller.ts';
import type { World } from '../world/world.ts';
import type { Replay } from './replay/replay.ts';
import type { FeeHistory } from './fees/fee-history.ts';
import type { Destinations } from './notifications/destinations.ts';
import type { StockChanges } from './inventory/stock-changes.ts';
import type { NotificationType } from './notifications/notification-type.ts';
import type { Reports } from './reports/reports.ts';
import type { Subscriptions } from './notifications/subscriptions.ts';

/** What the operations of one regional endpoint work with. */
export interface Desk {
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly speedup: number;
  readonly reports: Reports;
  readonly destinations: Destinations;
  readonly subscriptions: Subscriptions;
  readonly feeHistory: FeeHistory;
  readonly stockChanges: StockChanges;
  /** Sends a message of the type to a destination although nothing has happened. */
  readonly sendSample: (type: NotificationType, destinationId: string) => void;
  /** Set when captured bodies answer instead of the world. */
  readonly replay: Replay | undefined;
  /** Where this endpoint is reached, without a slash at the end. */
  readonly url: () => string;
}
