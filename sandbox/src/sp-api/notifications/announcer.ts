import type { Product } from '../../world/model/product.ts';
import type { WorldChange } from '../../world/world.ts';
import type { NotificationType } from './notification-type.ts';

/** Writes the payload when the message is sent: what is told then is the state of that moment. */
export type Payload = (at: Date) => unknown;

/** Knows which changes of the world one type of notification tells, and how. */
export interface Announcer {
  readonly type: NotificationType;
  /** Hears of every change, also of those that nobody subscribed to. */
  tell(change: WorldChange): readonly Payload[];
  /** A message about a product to which nothing has happened, for tests of a subscription. */
  sample(product: Product): Payload;
}
