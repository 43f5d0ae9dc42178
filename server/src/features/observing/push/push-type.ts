import type * as z from 'zod/mini';
import type { NotificationType } from '../../../external/marketplace/notifications.ts';
import type { Observation } from '../recording/observation.ts';
import type { Target } from '../sources/source.ts';

/** What a message is about, in the marketplace's words; `null` where it does not say. */
export interface About {
  /** Without it, the subscription tells. */
  readonly sellingPartnerId?: string | null;
  /** Without it, the message concerns every marketplace of the account. */
  readonly marketplaceId?: string | null;
  readonly asin?: string | null;
  readonly sku?: string | null;
  /** When it happened, where the payload says it better than its envelope. */
  readonly at?: string | null;
}

/** A listing that a message names, of a product that may or may not be watched. */
export interface NamedListing extends Target {
  readonly marketplace: string;
  readonly isTracked: boolean;
  readonly isActive: boolean;
}

export interface Known {
  readonly listings: readonly NamedListing[];
  readonly ownSellerId: string;
  readonly at: Date;
}

/** A product or listing to be looked at soon. */
export type NamedTarget = Target & { readonly marketplace: string };

export interface Rereading {
  readonly outcome: 'reread';
  readonly source: string;
  readonly targets: readonly NamedTarget[];
  /** Nothing begins or ends with the news: those of some seconds are collected, to be asked for together. */
  readonly mayWait?: boolean;
}

export type AccountStatus = 'NORMAL' | 'AT_RISK' | 'DEACTIVATED';

/** What a message leads to for one tenant. */
export type Consequence = Resolved | OwnQuantity;

/** The units of a SKU that the seller sends himself: what follows goes by what is known of it. */
interface OwnQuantity {
  readonly outcome: 'own quantity';
  readonly quantity: number;
  readonly listings: readonly NamedListing[];
}

/** What is to be done. */
export type Resolved =
  | { readonly outcome: 'observed'; readonly source: string; readonly observations: readonly Observation[] }
  | Rereading
  | { readonly outcome: 'orders due' }
  | { readonly outcome: 'report ready'; readonly reportId: string }
  | { readonly outcome: 'account status'; readonly status: AccountStatus }
  | { readonly outcome: 'discovery' | 'unknown product' | 'nothing new' };

interface Definition<Schema extends z.ZodMiniType> {
  readonly type: NotificationType;
  /** Names under which it is met too. */
  readonly aliases?: readonly string[];
  readonly payload: Schema;
  about(payload: z.output<Schema>): About;
  consequence(payload: z.output<Schema>, known: Known): Consequence;
}

export interface ReadPayload {
  readonly about: About;
  consequence(known: Known): Consequence;
}

/** A notification type behind one face. */
export interface PushType {
  readonly type: NotificationType;
  readonly aliases: readonly string[];
  /** `null`: malformed. */
  read(payload: unknown): ReadPayload | null;
}

/** One file each: what of it is read, whom it concerns and what follows. */
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

/** Has the tracked ones among the listings looked at. */
export function rereadListings(source: string, listings: readonly NamedListing[]): Resolved {
  const targets = listings.filter((listing) => listing.isTracked);
  return targets.length === 0 ? { outcome: 'unknown product' } : { outcome: 'reread', source, targets };
}

/** As `rereadListings`, for sources that look at products. */
export function rereadProducts(source: string, listings: readonly NamedListing[]): Resolved {
  const byProduct = new Map(listings.map((listing) => [listing.productId, { ...listing, sku: '' }]));
  return rereadListings(source, [...byProduct.values()]);
}
