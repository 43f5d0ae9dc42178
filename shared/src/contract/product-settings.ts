import * as z from 'zod/mini';
import { trackingStates } from '../domain/tracking.ts';
import { productIdShape } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { lineText, numberText } from './shapes.ts';

export const mostShortNameLength = 200;

const state = z.enum(trackingStates);
const shortName = z.string();

const productSettingsShape = z.object({
  productId: productIdShape,
  state,
  /** The short-hand name; empty if there is none. */
  shortName,
  asin1: z.string(),
  productName: z.string(),
  productTitle: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  /** The code of the product's marketplace, as in `UK`. */
  marketplaceIso31662Code: z.string(),
  imageUrl: z.nullable(z.string()),
  productPage: z.string(),
  /** An ISO instant; `null` if no sale is known. */
  lastSaleAt: z.nullable(z.string()),
  /** Units sold in the last 30 days. */
  unitsSold: z.int(),
});
export type ProductSettings = z.output<typeof productSettingsShape>;

/** The number of products of a seller account in each state. */
const stateCounts = z.object({ tracked: z.int(), ignored: z.int(), ignoredUntilFirstSale: z.int() });
export type StateCounts = z.output<typeof stateCounts>;

/** The page size of the product settings (section 9). */
export const settingsPageSize = 50;

export const getProductSettings = endpoint({
  method: 'GET',
  path: '/api/product/settings',
  summary: 'The products with an active offer, by seller account, and whether each of them is tracked',
  access: 'session',
  query: z.object({
    /** Addition: limits the answer to this number of first products of each seller account. */
    first: z.optional(numberText(z.int(), z.gte(1), z.lte(1000))),
  }),
  response: z.object({
    sellerAccounts: z.array(
      z.object({
        sellerId: z.string(),
        name: z.string(),
        region: z.string(),
        /** False until the products of the account were read for the first time. */
        setupCompleted: z.boolean(),
        /** The products by name, as many as the query asks for. */
        products: z.array(productSettingsShape),
        /** Addition: how many of all its products are in each state. */
        counts: stateCounts,
        /** Addition: the codes of the marketplaces of all its products, in alphabetical order. */
        marketplaces: z.array(z.string()),
      }),
    ),
    automaticallyTrackNewProducts: z.boolean(),
    /**
     * Whether the caller may change the setting `automaticallyTrackNewProducts`, which applies to all seller accounts.
     */
    mayChangeAutomatic: z.boolean(),
    /** Whether the budget is reached, so that no further product is tracked until it is raised. */
    isCapped: z.boolean(),
  }),
  errors: [],
  quiet: true,
  validatedOnce: true,
  slow: true,
});
export type ProductSettingsReply = z.output<typeof getProductSettings.response>;

/** The settings of a product as the caller has seen them. */
const seen = z.object({ state, shortName });

const change = z.object({
  productId: productIdShape,
  shortName: lineText(mostShortNameLength),
  show: z.boolean(),
  ignoredUntilNextOrder: z.optional(z.boolean()),
  /**
   * Addition: the settings as the caller has last seen them. If somebody else has changed them since, the call fails
   * with a conflict. Without this field, the call overwrites the other change.
   */
  seen: z.optional(seen),
});
export type ProductSettingsChange = z.output<typeof change>;

export const putProductSettings = endpoint({
  method: 'PUT',
  path: '/api/product/settings',
  summary: 'Tracks, ignores and names products: all of them, or none if somebody else has changed one in between',
  access: 'session',
  largeBody: true,
  body: z.object({
    products: z.array(change).check(z.maxLength(100_000)),
    /** Ends the set-up of accounts whose products are known already. */
    accountsSetupDone: z.optional(z.boolean()),
    automaticallyTrackNewProducts: z.optional(z.boolean()),
  }),
  response: z.object({
    /** The number of changed products; 0 with conflicts. */
    saved: z.int(),
    /** The current settings of the products that somebody else has changed since the caller last saw them. */
    conflicts: z.array(z.object({ productId: productIdShape, ...seen.shape })),
    /** The number of chosen products that are not tracked yet, because the budget is reached. */
    heldBack: z.int(),
  }),
  errors: ['badRequest', 'notFound', 'forbidden', 'payloadTooLarge'],
  quiet: true,
  slow: true,
});
export type ProductSettingsResult = z.output<typeof putProductSettings.response>;

export const autoSelectProducts = endpoint({
  method: 'PUT',
  path: '/api/product/auto-select',
  summary: 'Tracks the best sellers of the last 30 days, and charges a package with the addons that their number takes',
  access: 'owner',
  body: z.object({ productCount: z.int().check(z.gte(1), z.lte(100_000)) }),
  response: z.object({ trackedProducts: z.int() }),
  errors: ['badRequest'],
});

export const productSettingsCalls = { getProductSettings, putProductSettings, autoSelectProducts } as const;
