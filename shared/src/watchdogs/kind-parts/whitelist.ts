import * as z from 'zod/mini';
import { marketplaceCodes } from '../../base/marketplaces.ts';

const sellerKey = z.object({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(50)) });

/** Per marketplace the sellers that may sell beside us, as the specification's section 3 has it. */
export const whitelistSetting = z._default(z.partialRecord(z.enum(marketplaceCodes), z.array(sellerKey)), {});

export type Whitelist = z.output<typeof whitelistSetting>;

const isOnList = (whitelist: Whitelist, code: string): code is keyof Whitelist => Object.hasOwn(whitelist, code);

/** The seller keys that raise no alert in a marketplace. */
export function whitelistedIn(whitelist: Whitelist, marketplace: string): ReadonlySet<string> {
  const entries = isOnList(whitelist, marketplace) ? (whitelist[marketplace] ?? []) : [];
  return new Set(entries.map((entry) => entry.value));
}
