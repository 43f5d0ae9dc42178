import type { Product } from '../../world/model/product.ts';
import type { WorldChange } from '../../world/world.ts';
import type { NotificationType } from './notification-type.ts';

/** Builds the payload when the message is sent, so that it contains the state at that time. */
export type Payload = (at: Date) => unknown;

/** Creates the messages of one notification type from changes of the world. */
export interface Announcer {
  readonly type: NotificationType;
  /** Called for every change, whether or not a seller has subscribed; returns the payloads to send. */
  payloadsFor(change: WorldChange): readonly Payload[];
  /** Returns a payload about an unchanged product, for test notifications. */
  sample(product: Product): Payload;
}
