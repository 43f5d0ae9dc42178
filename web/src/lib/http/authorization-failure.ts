import { errorCatalogue } from '@app/shared/base/errors.ts';

/**
 * The text for the error code of a failed authorisation in the address. It never comes from the address itself, since a
 * link could then put any words into our page.
 */
export function authorizationFailure(code: string): string {
  const known = Object.entries(errorCatalogue).find(([name]) => name === code);
  return known?.[1].text ?? errorCatalogue.authorizationFailed.text;
}
