import { errorCatalogue } from '@app/shared/base/errors.ts';

/**
 * What the code in the address says when an authorisation has failed. The text is ours, never the address's own: a link
 * could put any words into our page.
 */
export function authorizationFailure(code: string): string {
  const known = Object.entries(errorCatalogue).find(([name]) => name === code);
  return known?.[1].text ?? errorCatalogue.authorizationFailed.text;
}
