import { marketplaceCodes, type MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { feedbackUrls, storefrontUrl } from '@app/shared/domain/seller-links.ts';
import type { ListedSellerAccount } from './queries.ts';

/** Converts an account to the form that the specification gives it. */
export function shapeSellerAccount(account: ListedSellerAccount): SellerAccount {
  const seller = {
    sellerKey: account.sellingPartnerId,
    marketplaces: marketplaceCodes.filter((code: MarketplaceCode) => account.marketplaces.includes(code)),
  };
  return {
    ...seller,
    sellerId: account.sellerAccountId,
    name: account.name,
    nickName: account.nickName,
    accountNickName: account.nickName,
    region: account.region,
    setupCompleted: account.isSetUp,
    mayNeedReauthorization: account.mayNeedReauthorization,
    connectedToAdvertisementApi: account.hasAdvertising,
    authTokenLast6Digit: account.tokenLast6,
    storeFrontURL: storefrontUrl(seller),
    feedbackUrls: feedbackUrls(seller),
  };
}
