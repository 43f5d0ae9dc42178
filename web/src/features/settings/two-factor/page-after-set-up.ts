import type { consentParameters, pickTexts } from '../../../lib/session/pick-texts.ts';

type ConsentSearch = ReturnType<typeof pickTexts<(typeof consentParameters)[number]>>;

/**
 * The page after the set-up of a second step: that of the program whose request was interrupted, or the dashboard. Both
 * are pages of this application, so a link from elsewhere cannot choose another place.
 */
export const pageAfterSetUp = (search: ConsentSearch) =>
  search.client_id === undefined ? ({ to: '/home' } as const) : ({ to: '/oauth/authorize', search } as const);
