import type { Random } from '../../../lib/random.ts';
import { decryptSecret, encryptSecret, type EncryptionKeys, type SecretPlace } from '../../../lib/secrets.ts';
import type { Login } from './queries.ts';

/**
 * Makes a mark for a browser that has logged in. The mark grants no access: wrong passwords of a marked browser are
 * only counted apart from those of other browsers. Only our keys can make a mark, and each is valid for one login only.
 */
export const newBrowserMark = (keys: EncryptionKeys, random: Random, login: Login): string =>
  encryptSecret(keys, placeOf(login), random.token());

/** Returns the id of the browser if one of its marks belongs to the login, otherwise `null`. */
export function findKnownBrowser(
  keys: EncryptionKeys,
  { login, from }: { readonly login: Login | null; readonly from: { readonly browserMarks: readonly string[] } },
): string | null {
  if (login === null) return null;
  return from.browserMarks.map((mark) => read(keys, login, mark)).find((id) => id !== null) ?? null;
}

/** Returns `null` for a text that is not a mark of this login, because a browser may send any text. */
function read(keys: EncryptionKeys, login: Login, mark: string): string | null {
  try {
    return decryptSecret(keys, placeOf(login), mark);
  } catch {
    return null;
  }
}

const placeOf = ({ tenantId, emailAddressId }: Login): SecretPlace => ({
  tenantId,
  row: `email_addresses/${emailAddressId}`,
  purpose: 'known browser',
});
