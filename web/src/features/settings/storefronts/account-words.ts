import type { Region } from '@app/shared/base/marketplaces.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';

export const regionNames: Readonly<Record<Region, string>> = { NA: 'America', EU: 'Europe', IN: 'India' };

/** The name to show: the nickname, or else the name at the marketplace. */
export const accountName = ({ nickName, name }: Pick<SellerAccount, 'nickName' | 'name'>): string => nickName || name;
