import { marketplaces } from '@app/shared/base/marketplaces.ts';
import { mostSellerKeyLength } from '@app/shared/watchdogs/kind-parts/whitelist.ts';

interface WhitelistEntry {
  readonly marketplace: string;
  readonly sellerKey: string;
}

/** Section 5: the eight domains whose feedback pages are understood. */
const codes = ['US', 'CA', 'MX', 'UK', 'DE', 'FR', 'ES', 'IT'] as const;
const codeByHost = new Map(
  marketplaces
    .filter((marketplace) => codes.some((code) => code === marketplace.code))
    .map((marketplace) => [`www.${marketplace.domain}`, marketplace.code]),
);

/** Reads the pasted address of a seller's feedback page; `null` for any other text. */
export function parseWhitelistUrl(typed: string): WhitelistEntry | null {
  if (!URL.canParse(typed.trim())) return null;
  const url = new URL(typed.trim());
  const marketplace = codeByHost.get(url.host);
  const sellerKey = url.searchParams.get('seller')?.trim().toUpperCase();
  if (!marketplace || !sellerKey || sellerKey.length > mostSellerKeyLength) return null;
  return { marketplace, sellerKey };
}

const wrongFormat =
  "Wrong URL format. Expecting URL for a seller's feedback page, for example: https://www.amazon.com/sp?seller=A2L77EE7U53NWQ";

/** Section 5: returns the problem of a typed address; `null` for a feedback page, and while nothing is typed. */
export const whitelistUrlProblem = (typed: string): string | null =>
  typed.trim() === '' || parseWhitelistUrl(typed) ? null : wrongFormat;

/** The normal form in which an entry is shown and compared. */
export function whitelistUrl(entry: WhitelistEntry): string {
  const domain = marketplaces.find((marketplace) => marketplace.code === entry.marketplace)?.domain ?? 'amazon.com';
  return `https://www.${domain}/sp?seller=${encodeURIComponent(entry.sellerKey)}`;
}

export type Whitelist = Readonly<Record<string, readonly { readonly value: string }[]>>;

export const whitelistEntries = (whitelist: Whitelist): readonly WhitelistEntry[] =>
  Object.entries(whitelist).flatMap(([marketplace, sellers]) =>
    sellers.map((seller) => ({ marketplace, sellerKey: seller.value })),
  );

/** An address that is already on the list in its normal form is not added again. */
export function addToWhitelist(whitelist: Whitelist, { marketplace, sellerKey }: WhitelistEntry): Whitelist {
  const sellers = whitelist[marketplace] ?? [];
  if (sellers.some((seller) => seller.value === sellerKey)) return whitelist;
  return { ...whitelist, [marketplace]: [...sellers, { value: sellerKey }] };
}

export function removeFromWhitelist(whitelist: Whitelist, { marketplace, sellerKey }: WhitelistEntry): Whitelist {
  const { [marketplace]: sellers = [], ...others } = whitelist;
  const left = sellers.filter((seller) => seller.value !== sellerKey);
  return left.length > 0 ? { ...others, [marketplace]: left } : others;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isSeller = (value: unknown): value is { readonly value: string } =>
  isRecord(value) && typeof value['value'] === 'string';

/** Settings arrive as unknown values; any other value counts as an empty whitelist. */
export function readWhitelist(value: unknown): Whitelist {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([marketplace, sellers]) => [
      marketplace,
      Array.isArray(sellers) ? sellers.filter(isSeller) : [],
    ]),
  );
}
