import { createHmac } from 'node:crypto';
import type { EncryptionKeys } from '../../../lib/secrets.ts';
import { newTokenText } from '../../auth/access-tokens/token-text.ts';

/**
 * Returns the refresh token that follows another one, by each key; the first one is given out. The token is derived from
 * the former one and not drawn at random, because a program whose answer was lost must get the same token again, and
 * only its hash is stored. It cannot be computed without a key. While keys are replaced, another process may have given
 * out the token of another key.
 */
export function nextRefreshTokens(keys: EncryptionKeys, token: string): readonly [string, ...string[]] {
  const [current, ...others] = [...keys.values()].map((key) => nextBy(key, token));
  if (current === undefined) throw new Error('No encryption key is set');
  return [current, ...others];
}

function nextBy(key: Buffer, token: string): string {
  const ofRefreshTokens = createHmac('sha256', key).update('refresh tokens').digest();
  const bits = createHmac('sha256', ofRefreshTokens).update(token).digest('base64url');
  return newTokenText({ token: () => bits }, 'refresh');
}
