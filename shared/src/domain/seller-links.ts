import { findMarketplace } from '../base/marketplaces.ts';

interface Seller {
  readonly sellerKey: string;
  /** Codes of marketplaces, the seller's home first. */
  readonly marketplaces: readonly string[];
}

/** The seller's shop in the home marketplace; `null` while the seller's marketplaces are not known. */
export function storefrontUrl({ sellerKey, marketplaces }: Seller): string | null {
  const home = findMarketplace(marketplaces[0] ?? '');
  return home ? `https://www.${home.domain}/s?me=${encodeURIComponent(sellerKey)}` : null;
}

/** The pages with the seller's feedback, by marketplace. */
export function feedbackUrls({ sellerKey, marketplaces }: Seller): Readonly<Record<string, string>> {
  const known = marketplaces.flatMap((code) => findMarketplace(code) ?? []);
  return Object.fromEntries(
    known.map(({ code, domain }) => [code, `https://www.${domain}/sp?seller=${encodeURIComponent(sellerKey)}`]),
  );
}
