import { consentParameters, pickTexts } from '../../lib/session/pick-texts.ts';

/** The parameters with which a program sends the browser here. */
export const parseConsentSearch = (search: Readonly<Record<string, unknown>>) => pickTexts(search, consentParameters);
