import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { createAccessTokens, type AccessTokens } from '../marketplace/calls/access-tokens.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import { createAdsCaller, type AdsAccess } from './ads-caller.ts';
import {
  createAdsReport,
  downloadAdsReport,
  getAdsReport,
  type AdsReportRequest,
  type AdsReportRow,
  type ReportKey,
} from './ads-reports.ts';
import type { AdsConfig } from './ads-config.ts';
import { listProfiles, type AdsProfile } from './profiles.ts';

/**
 * The API of Amazon Advertising. Methods that call it throw AuthorizationLost, ApplicationRefused, OutOfQuota or another
 * ExternalError, each within a total deadline.
 */
export interface Advertising {
  /** The page on which the seller consents; `null` for a region without addresses. */
  consentUrl(input: { readonly region: Region; readonly redirectUri: string; readonly state: string }): string | null;
  exchangeCode(input: {
    readonly region: Region;
    readonly code: string;
    readonly redirectUri: string;
  }): Promise<{ refreshToken: string }>;
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

const scope = 'advertising::campaign_management';

interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

/** A client of Amazon Advertising: advertising.amazon.com/API/docs */
export function createAdvertising(config: AdsConfig, ports: Ports): Advertising {
  const transport = createTransport(ports);
  const tokens = tokensByRegion(config, ports);
  const caller = createAdsCaller({ config, tokens, transport, clock: ports.clock });
  return {
    consentUrl({ region, redirectUri, state }) {
      const addresses = config.addresses[region];
      if (!addresses) return null;
      const url = new URL(addresses.authorizeUrl);
      const query = { client_id: config.clientId, scope, response_type: 'code', redirect_uri: redirectUri, state };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchangeCode({ region, code, redirectUri }) {
      return tokensOf(tokens, region).exchangeCode({ code, redirectUri });
    },
    listProfiles: (access) => listProfiles(caller, access),
    createReport: (access, request) => createAdsReport(caller, access, request),
    getReport: async (access, key) => (await getAdsReport(caller, access, key)).status,
    downloadReport: (access, report) => downloadAdsReport({ caller, transport, config }, access, report),
  };
}

/** Regions with the same token address share their access tokens. */
function tokensByRegion(config: AdsConfig, ports: Ports): Readonly<Record<Region, AccessTokens | null>> {
  const transport = createTransport(ports);
  const known = new Map<string, AccessTokens>();
  const tokensIn = (region: Region): AccessTokens | null => {
    const tokenUrl = config.addresses[region]?.tokenUrl;
    if (tokenUrl === undefined) return null;
    const found = known.get(tokenUrl) ?? createAccessTokens({ ...config, tokenUrl }, transport, ports.clock);
    known.set(tokenUrl, found);
    return found;
  };
  return { NA: tokensIn('NA'), EU: tokensIn('EU'), IN: tokensIn('IN') };
}

function tokensOf(tokens: Readonly<Record<Region, AccessTokens | null>>, region: Region): AccessTokens {
  const found = tokens[region];
  if (!found) throw new ExternalError('advertising', `no address is set for region ${region}`, { isPermanent: true });
  return found;
}
