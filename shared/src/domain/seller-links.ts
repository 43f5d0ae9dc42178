import { findMarketplace } from '../base/marketplaces.ts';

interface Seller {
  readonly sellerKey: string;
  /** Codes of marketplaces, the seller's home first. */
  readonly marketplaces: readonly string[];
}

/** The seller's shop where he is at home; `null` while his marketplaces are not known. */
export function storefrontUrl({ sellerKey, marketplaces }: Seller): string | null {
  const home = findMarketplace(marketplaces[0] ?? '');
  return home ? `https://www.${home.domain}/s?me=${encodeURIComponent(sellerKey)}` : null;
}

/** The page with the seller's feedback, by marketplace. */
export function feedbackUrls({ sellerKey, marketplaces }: Seller): Readonly<Record<string, string>> {
  const known = marketplaces.flatMap((code) => findMarketplace(code) ?? []);
  return Object.fromEntries(
    known.map(({ code, domain }) => [code, `https://www.${domain}/sp?seller=${encodeURIComponent(sellerKey)}`]),
  );
}
