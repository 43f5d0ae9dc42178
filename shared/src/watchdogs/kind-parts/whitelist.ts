import * as z from 'zod/mini';
import { marketplaceCodes } from '../../base/marketplaces.ts';

/** Longer keys are refused. The ids of sellers have about 14 characters. */
export const mostSellerKeyLength = 50;

const sellerKey = z.object({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(mostSellerKeyLength)) });

/** The sellers that are allowed beside us, by marketplace (specification, section 3). */
export const whitelistSetting = z._default(z.partialRecord(z.enum(marketplaceCodes), z.array(sellerKey)), {});

type Whitelist = z.output<typeof whitelistSetting>;

const isOnList = (whitelist: Whitelist, code: string): code is keyof Whitelist => Object.hasOwn(whitelist, code);

/** The seller keys that raise no alert in a marketplace. */
export function whitelistedIn(whitelist: Whitelist, marketplace: string): ReadonlySet<string> {
  const entries = isOnList(whitelist, marketplace) ? (whitelist[marketplace] ?? []) : [];
  return new Set(entries.map((entry) => entry.value));
}

/**
 * Returns the line of evidence that names another seller. Screens read the seller from it and offer to whitelist the
 * seller.
 */
export const sellerLine = (sellerId: string, name: string | undefined, value: string) => ({
  label: `Seller ${sellerId}`,
  value: name === undefined ? value : `${name}: ${value}`,
});

/** Returns the ids of the sellers that lines of evidence name. */
export const sellersIn = (evidence: readonly { readonly label: string }[]): readonly string[] =>
  evidence.flatMap(({ label }) => /^Seller (\w+)$/.exec(label)?.[1] ?? []);
