import { pickTexts, signUpParameters } from '../../lib/session/pick-texts.ts';

export type SignUpSearch = ReturnType<typeof parseSignUpSearch>;

/** The parameters survive changes between sign-up and log-in, because both pages keep them. */
export const parseSignUpSearch = (search: Readonly<Record<string, unknown>>) => pickTexts(search, signUpParameters);

/** Whether the server accepts the reference; no affiliate has a longer one. */
export const isAffiliateRef = (ref: string | undefined): ref is string =>
  ref !== undefined && ref.trim() !== '' && ref.length <= 100;
