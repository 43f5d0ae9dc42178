import { consentParameters, pickTexts, signUpParameters } from '../../lib/session/pick-texts.ts';

/** The parameters of a sign-up in progress or of a program that asks for access, and the error of a failed authorisation. */
export const parseLoginSearch = (search: Readonly<Record<string, unknown>>) =>
  pickTexts(search, [...signUpParameters, ...consentParameters, 'authorizationError']);
