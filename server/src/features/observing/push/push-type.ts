import type * as z from 'zod/mini';
import type { NotificationType } from '../../../external/marketplace/operations/notifications.ts';
import type { Observation } from '../recording/observation.ts';
import type { Target } from '../sources/source.ts';

/** The subject of a message in the marketplace's terms; `null` where the message does not name it. */
interface MessageSubject {
  /** The seller; if absent, the seller is the one of the subscription that the message belongs to. */
  readonly sellingPartnerId?: string | null;
  /** The marketplace; if absent, the message concerns every marketplace of the account. */
  readonly marketplaceId?: string | null;
  readonly asin?: string | null;
  readonly sku?: string | null;
  /** The time of the event, if the payload tells it more precisely than the envelope. */
  readonly at?: string | null;
}

/** A listing that a notification names. Its product may be tracked or not. */
export interface NamedListing extends Target {
  readonly marketplace: string;
  readonly isTracked: boolean;
  readonly isActive: boolean;
}

export interface KnownListings {
  readonly listings: readonly NamedListing[];
  readonly ownSellerId: string;
  readonly at: Date;
}

/** A product or listing to ask for soon. */
export type NamedTarget = Target & { readonly marketplace: string };

export interface RereadOutcome {
  readonly outcome: 'reread';
  readonly sources: readonly string[];
  readonly targets: readonly NamedTarget[];
  /**
   * True if the change can neither begin nor end a problem: such messages are collected for some seconds and read
   * together.
   */
  readonly mayWait?: boolean;
}

export type AccountStatus = 'NORMAL' | 'AT_RISK' | 'DEACTIVATED';

/** The consequence of a message for one tenant. */
export type Consequence = ResolvedConsequence | OwnQuantity | LabelStock;

/** The quantity of a SKU that the seller ships. Its consequence depends on the known facts of its listings. */
interface OwnQuantity {
  readonly outcome: 'own quantity';
  readonly quantity: number;
  readonly listings: readonly NamedListing[];
}

/**
 * The units of one label of a SKU. They are the whole stock of the SKU unless the SKU is known to have several labels.
 */
interface LabelStock {
  readonly outcome: 'label stock';
  readonly observations: readonly Observation[];
  readonly listings: readonly NamedListing[];
}

/** A consequence that needs no further facts. */
export type ResolvedConsequence =
  | { readonly outcome: 'observed'; readonly source: string; readonly observations: readonly Observation[] }
  | RereadOutcome
  | { readonly outcome: 'orders due' }
  | { readonly outcome: 'report ready'; readonly reportId: string }
  | { readonly outcome: 'account status'; readonly status: AccountStatus }
  /** `repeated`: known facts that the message states again, dated by the message. */
  | { readonly outcome: 'nothing new'; readonly repeated?: readonly Observation[] }
  | { readonly outcome: 'discovery' | 'unknown product' };

interface Definition<Schema extends z.ZodMiniType> {
  readonly type: NotificationType;
  /** Other names under which Amazon sends the type. */
  readonly aliases?: readonly string[];
  readonly payload: Schema;
  about(payload: z.output<Schema>): MessageSubject;
  consequence(payload: z.output<Schema>, known: KnownListings): Consequence;
}

export interface ReadPayload {
  readonly about: MessageSubject;
  consequence(known: KnownListings): Consequence;
}

/** A notification type, independent of the form of its payload. */
export interface PushType {
  readonly type: NotificationType;
  readonly aliases: readonly string[];
  /** Reads the payload; `null` if it is malformed. */
  read(payload: unknown): ReadPayload | null;
}

/** Declares a notification type: the form of its payload, the seller and listings it concerns, and its consequence. */
export const definePushType = <Schema extends z.ZodMiniType>(definition: Definition<Schema>): PushType => ({
  type: definition.type,
  aliases: definition.aliases ?? [],
  read(told) {
    const { success, data: payload } = definition.payload.safeParse(told);
    if (!success) return null;
    return {
      about: definition.about(payload),
      consequence: (known) => definition.consequence(payload, known),
    };
  },
});

/** The consequence that one or several sources read the tracked ones among these listings again. */
export function rereadListings(
  source: string | readonly string[],
  listings: readonly NamedListing[],
): ResolvedConsequence {
  const targets = listings.filter((listing) => listing.isTracked);
  return targets.length === 0
    ? { outcome: 'unknown product' }
    : { outcome: 'reread', sources: [source].flat(), targets };
}

/** Returns the same consequence as `rereadListings`, for a source whose requests name products instead of listings. */
export function rereadProducts(source: string, listings: readonly NamedListing[]): ResolvedConsequence {
  const byProduct = new Map(listings.map((listing) => [listing.productId, { ...listing, sku: '' }]));
  return rereadListings(source, [...byProduct.values()]);
}
