import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { createOAuthClient, type OAuthClient } from '../oauth/oauth-client.ts';
import { createSheetsClient, type SheetsClient } from './sheets-client.ts';

interface GoogleConfig {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
  readonly driveUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Google {
  readonly authorizeUrl: string;
  readonly oauth: OAuthClient;
  readonly sheets: SheetsClient;
}

/** The small part of Google that Watchpost uses: consents, tokens, the Sheets API and a call of the Drive API. */
export function createGoogle(config: GoogleConfig, ports: { readonly clock: Clock; readonly random: Random }): Google {
  const revokeUrl = new URL('revoke', config.tokenUrl).href;
  return {
    authorizeUrl: config.authorizeUrl,
    oauth: createOAuthClient({ service: 'google', config: { ...config, revokeUrl }, ...ports }),
    sheets: createSheetsClient(config, ports),
  };
}
