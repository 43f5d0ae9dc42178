import * as z from 'zod/mini';
import { EventError, parseEvent } from './event-type.ts';
import { eventTypes } from './event-types.ts';
import type { LedgerEntry, LedgerKind } from './ledger.ts';
import type { World } from '../world.ts';

export { EventError } from './event-type.ts';

const envelope = z.looseObject({ type: z.string(), asin: z.string(), marketplace: z.string() });

/** Applies one event and records it in the ledger; `kind` is `ambient` for random events. */
export function applyEvent(world: World, event: unknown, kind: LedgerKind = 'event'): LedgerEntry {
  const { type, asin, marketplace } = parseEvent(envelope, event);
  const eventType = Object.hasOwn(eventTypes, type) ? eventTypes[type] : undefined;
  if (!eventType) throw new EventError(`Unknown event type ${type}; known are ${Object.keys(eventTypes).join(', ')}`);
  const product = world.findProduct(asin, marketplace);
  if (!product) throw new EventError(`No product has ASIN ${asin} in marketplace ${marketplace}`);
  const detail = eventType.happen(world, product, event);
  product.lastEventAt = world.clock.now();
  return world.ledger.append({ kind, type, asin, marketplace, sellerId: product.sellerId, detail });
}
