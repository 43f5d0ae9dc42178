import { marketplaces, type Region } from '@app/shared/base/marketplaces.ts';

type SellerCentralUrls = Readonly<Record<Region, string | null>>;

/**
 * Returns the region whose Seller Central this address belongs to. `null` for any other address, so that our redirect
 * cannot be used to send a seller elsewhere.
 */
export function regionOfCallback(address: string, sellerCentralUrls: SellerCentralUrls): Region | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  return regionOfConfigured(url, sellerCentralUrls) ?? regionOfAmazon(url);
}

/** Returns the region by the configured addresses. All regions may share one host, each under its own path. */
function regionOfConfigured(url: URL, sellerCentralUrls: SellerCentralUrls): Region | null {
  const sameHost = listConfiguredHosts(sellerCentralUrls).filter(({ base }) => base.origin === url.origin);
  const samePath = sameHost.find(({ base }) => url.pathname.startsWith(base.pathname.replace(/\/?$/, '/')));
  return (samePath ?? sameHost[0])?.region ?? null;
}

function listConfiguredHosts(sellerCentralUrls: SellerCentralUrls): { region: Region; base: URL }[] {
  return (['NA', 'EU', 'IN'] as const).flatMap((region) => {
    const base = URL.parse(sellerCentralUrls[region] ?? '');
    return base ? [{ region, base }] : [];
  });
}

function regionOfAmazon(url: URL): Region | null {
  if (url.protocol !== 'https:' || url.port !== '') return null;
  if (url.hostname === 'sellercentral-europe.amazon.com') return 'EU';
  const home = marketplaces.find(({ domain }) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  return home?.region ?? null;
}
