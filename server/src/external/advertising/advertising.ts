import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { createOAuthClient, type OAuthClient } from '../oauth/oauth-client.ts';
import { createAdsCaller, type AdsAccess } from './ads-caller.ts';
import type { AdsConfig } from './ads-config.ts';
import {
  createAdsReport,
  downloadAdsReport,
  getAdsReport,
  type AdsReportRequest,
  type AdsReportRow,
  type ReportKey,
} from './ads-reports.ts';
import { listProfiles, type AdsProfile } from './profiles.ts';

/** The consent page and the token endpoint of one part of the world. */
interface AdsConsent {
  readonly authorizeUrl: string;
  readonly client: OAuthClient;
}

/**
 * The API of Amazon Advertising. Its calls throw OutOfQuota or another ExternalError, each within a total deadline; with
 * status 401 the access token was refused.
 */
export interface Advertising {
  /** The consent page of the region; `null` for a region without addresses. */
  consentIn(region: Region): AdsConsent | null;
  /** Lists the sellers' profiles that the authorisation reaches, one for each seller and marketplace. */
  listProfiles(access: AdsAccess): Promise<readonly AdsProfile[]>;
  /** Returns the id of the report, also if Amazon is already writing the same one. */
  createReport(access: AdsAccess, request: AdsReportRequest): Promise<string>;
  getReport(access: AdsAccess, key: ReportKey): Promise<'waiting' | 'done' | 'failed'>;
  /** Throws DamagedReport if the document is incomplete, too long or of another form. */
  downloadReport(
    access: AdsAccess,
    report: ReportKey & Pick<AdsReportRequest, 'type'>,
  ): Promise<readonly AdsReportRow[]>;
}

interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

/** A client of Amazon Advertising: advertising.amazon.com/API/docs */
export function createAdvertising(config: AdsConfig, ports: Ports): Advertising {
  const transport = createTransport(ports);
  const caller = createAdsCaller({ config, transport, clock: ports.clock });
  return {
    consentIn(region) {
      const addresses = config.addresses[region];
      if (!addresses) return null;
      const { authorizeUrl, tokenUrl } = addresses;
      const { clientId, clientSecret } = config;
      // Only the advertiser can revoke, at Amazon.
      const oauth = { tokenUrl, clientId, clientSecret, revokeUrl: null };
      return { authorizeUrl, client: createOAuthClient({ service: 'advertising', config: oauth, ...ports }) };
    },
    listProfiles: (access) => listProfiles(caller, access),
    createReport: (access, request) => createAdsReport(caller, access, request),
    getReport: async (access, key) => (await getAdsReport(caller, access, key)).status,
    downloadReport: (access, report) => downloadAdsReport({ caller, transport, config }, access, report),
  };
}
