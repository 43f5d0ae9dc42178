import * as z from 'zod/mini';
import { isBuyable, type Listing, type Product } from '../model/product.ts';
import type { World } from '../world.ts';

type NotificationType =
  | 'ANY_OFFER_CHANGED'
  | 'PRICING_HEALTH'
  | 'LISTINGS_ITEM_STATUS_CHANGE'
  | 'LISTINGS_ITEM_ISSUES_CHANGE'
  | 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE'
  | 'FBA_INVENTORY_AVAILABILITY_CHANGES'
  | 'BRANDED_ITEM_CONTENT_CHANGE'
  | 'ITEM_PRODUCT_TYPE_CHANGE'
  | 'ORDER_CHANGE';

/** Thrown if an event cannot be applied; the message is shown to the caller. */
export class EventError extends Error {}

/** A kind of event that can be applied to a product. */
export interface EventType {
  /** Notifications sent to subscribed brand owners. */
  readonly notifies: readonly NotificationType[];
  /** The event that this one undoes and that must precede it. */
  readonly undoes?: string | undefined;
  /** Applies the change and returns its details for the ledger. */
  happen(world: World, product: Product, event: unknown): Readonly<Record<string, unknown>>;
}

const common = { type: z.string(), asin: z.string(), marketplace: z.string() };

interface Declaration<Shape extends z.core.$ZodLooseShape> {
  readonly schema: Shape;
  readonly notifies: readonly NotificationType[];
  readonly undoes?: string;
  apply(scene: { world: World; product: Product }, event: z.output<z.ZodMiniObject<Shape>>): Record<string, unknown>;
}

/** Declares an event type; `schema` lists its fields besides type, ASIN and marketplace. */
export function eventType<Shape extends z.core.$ZodLooseShape>({
  schema,
  notifies,
  undoes,
  apply,
}: Declaration<Shape>): EventType {
  const fields = z.object(schema);
  const names = z.strictObject({ ...common, ...schema });
  return {
    notifies,
    undoes,
    happen: (world, product, event) => {
      parseEvent(names, event);
      return apply({ world, product }, parseEvent(fields, event));
    },
  };
}

/** Refuses an event without effect, so that a test does not wait for an alert that cannot occur. */
export function refuseUnchanged(isUnchanged: boolean, product: Product, state: string): void {
  if (isUnchanged) throw new EventError(`${product.asin} in ${product.marketplace} ${state} already`);
}

/** Returns the seller's buyable listing; throws EventError if there is none. */
export function offeredListing(world: World, product: Product): Listing {
  const listing = world.listingsOf(product).find(isBuyable);
  if (!listing) throw new EventError(`${product.asin} in ${product.marketplace} has no active offer of ours`);
  return listing;
}

export function parseEvent<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EventError(`Invalid event: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'could not be parsed'}`);
}
