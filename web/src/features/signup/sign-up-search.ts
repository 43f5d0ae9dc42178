import { pickTexts, signUpParameters } from '../../lib/session/pick-texts.ts';

export type SignUpSearch = ReturnType<typeof parseSignUpSearch>;

/** The parameters survive changes between sign-up and log-in, because both pages keep them. */
export const parseSignUpSearch = (search: Readonly<Record<string, unknown>>) => pickTexts(search, signUpParameters);

/** True for a reference that the server takes. A longer one is no affiliate's. */
export const isAffiliateRef = (ref: string | undefined): ref is string =>
  ref !== undefined && ref.trim() !== '' && ref.length <= 100;
