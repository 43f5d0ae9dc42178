import type { Context } from '../../context.ts';
import type { Google } from '../../external/google/google.ts';
import type { ConnectionService } from '../connections/service.ts';
import { findGoogleId, isAccountUsed } from './sheet-queries.ts';

export const serviceId = 'googleSheets';

/**
 * The scope for access to the files that we create and to no other file of the user. Google does not class it as
 * sensitive.
 */
const driveFile = 'https://www.googleapis.com/auth/drive.file';

export const googleSheetsService = (
  { authorizeUrl, oauth }: Pick<Google, 'authorizeUrl' | 'oauth'>,
  { publicUrl }: Pick<Context['config'], 'publicUrl'>,
): ConnectionService => ({
  id: serviceId,
  title: 'Google Sheets',
  authorizeUrl,
  redirectUri: new URL('/api/googlesheets/callback', publicUrl).href,
  scopes: ['openid', 'email', driveFile],
  necessaryScopes: [driveFile],
  // Google hands out a refresh token only for `offline`, and again only after a new consent.
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  hasPkce: true,
  client: oauth,
  async isGrantShared(db, key) {
    const googleId = await db.tenant(key.tenantId, (tx) => findGoogleId(tx, key));
    return googleId !== null && isAccountUsed(db.global, googleId, key);
  },
});
