import type { Region } from '@app/shared/base/marketplaces.ts';

/** The addresses of Amazon Advertising in one part of the world. */
interface AdsAddresses {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
}

export interface AdsConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The addresses by region; `null` for regions without addresses. India belongs to Europe. */
  readonly addresses: Readonly<Record<Region, AdsAddresses | null>>;
}
