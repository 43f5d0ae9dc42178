import { marketplacesOf, regionCodes, type Region } from '@app/shared/base/marketplaces.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';

const names: Readonly<Record<Region, string>> = { NA: 'America region', EU: 'Europe region', IN: 'India' };

interface ConnectedRegion {
  readonly region: Region;
  readonly name: string;
  readonly accounts: string;
  readonly marketplaces: readonly string[];
}

type Account = Pick<SellerAccount, 'region' | 'marketplaces'>;

/** The regions with a seller account, with the marketplaces that the accounts sell in. */
export function regionsOf(accounts: readonly Account[]): readonly ConnectedRegion[] {
  return regionCodes.flatMap((region) => {
    const own = accounts.filter((account) => account.region === region);
    if (own.length === 0) return [];
    const sold = new Set(own.flatMap(({ marketplaces }) => marketplaces));
    const marketplaces = marketplacesOf(region)
      .map(({ code }) => code)
      .filter((code) => sold.has(code));
    const count = own.length === 1 ? '1 account' : `${own.length} accounts`;
    return [{ region, name: names[region], accounts: count, marketplaces }];
  });
}
