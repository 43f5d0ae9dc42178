import { createHmac } from 'node:crypto';
import type { EncryptionKeys } from '../../../lib/secrets.ts';
import { newTokenText } from '../../auth/access-tokens/token-text.ts';

/**
 * Returns the refresh token that follows another one. The token is derived from the former one and not drawn at random,
 * because a program whose answer was lost must get the same token again, and only its hash is stored. It cannot be
 * computed without the key.
 */
export function nextRefreshToken(keys: EncryptionKeys, token: string): string {
  const [key] = keys.values();
  if (!key) throw new Error('No encryption key is set');
  const ofRefreshTokens = createHmac('sha256', key).update('refresh tokens').digest();
  const bits = createHmac('sha256', ofRefreshTokens).update(token).digest('base64url');
  return newTokenText({ token: () => bits }, 'refresh');
}
