import * as z from 'zod/mini';
import type { Product } from './product.ts';
import type { World } from './world.ts';

export type NotificationType = 'ANY_OFFER_CHANGED' | 'LISTINGS_ITEM_STATUS_CHANGE';

/** Thrown when an event cannot happen; the message is for the person who posted it. */
export class EventError extends Error {}

/** One thing that can be made to happen to a product. */
export interface EventType {
  /** Which notifications it causes for sellers that subscribed. */
  readonly notifies: readonly NotificationType[];
  /** Changes the world and says what changed. */
  happen(world: World, product: Product, event: unknown): Readonly<Record<string, unknown>>;
}

const common = { type: z.string(), asin: z.string(), marketplace: z.string() };

interface Declaration<Shape extends z.core.$ZodLooseShape> {
  readonly schema: Shape;
  readonly notifies: readonly NotificationType[];
  apply(scene: { world: World; product: Product }, event: z.output<z.ZodMiniObject<Shape>>): Record<string, unknown>;
}

/** Declares an event by the fields that it has besides type, ASIN and marketplace. */
export function eventType<Shape extends z.core.$ZodLooseShape>({
  schema,
  notifies,
  apply,
}: Declaration<Shape>): EventType {
  const fields = z.object(schema);
  const names = z.strictObject({ ...common, ...schema });
  return {
    notifies,
    happen: (world, product, event) => {
      parseEvent(names, event);
      return apply({ world, product }, parseEvent(fields, event));
    },
  };
}

export function parseEvent<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EventError(`Invalid event: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
}
