import type { Context } from '../../context.ts';
import type { Grant } from '../../external/oauth/oauth-client.ts';
import { decryptSecret, encryptSecret, type SecretPlace } from '../../lib/secrets.ts';

interface Subject {
  readonly tenantId: string;
  readonly service: string;
  readonly subject: string;
}

/**
 * The place of a stored token, to which its encryption is bound. It names the row by its natural key, because the id is
 * not known before the insert.
 */
export const tokenPlace = (
  { tenantId, service, subject }: Subject,
  purpose: 'refresh_token' | 'access_token',
): SecretPlace => ({ tenantId, row: `connections/${service}/${subject}`, purpose });

type Keys = Context['keys'];

export const encryptTokens = (keys: Keys, subject: Subject, { accessToken, refreshToken }: Grant) => ({
  encryptedAccessToken: encryptSecret(keys, tokenPlace(subject, 'access_token'), accessToken),
  encryptedRefreshToken:
    refreshToken === null ? null : encryptSecret(keys, tokenPlace(subject, 'refresh_token'), refreshToken),
});

export const readAccessToken = (keys: Keys, subject: Subject, encrypted: string): string =>
  decryptSecret(keys, tokenPlace(subject, 'access_token'), encrypted);

export const readRefreshToken = (keys: Keys, subject: Subject, encrypted: string): string =>
  decryptSecret(keys, tokenPlace(subject, 'refresh_token'), encrypted);
