import { standardPackage, trialWords } from '@app/shared/domain/billing/package.ts';
import type { parseLoginSearch } from './login-search.ts';

type Search = Pick<ReturnType<typeof parseLoginSearch>, 'code' | 'ref'>;

/**
 * Returns the offer on the link to the sign-up. A code, also the one of a referrer, leads to a package of its own, whose
 * trial the sign-up tells.
 */
export function signUpOffer({ code, ref }: Search): string {
  const trial = code === undefined && ref === undefined ? trialWords(standardPackage) : null;
  return trial ? `Start a ${trial.offer.toLowerCase()}` : 'Sign up';
}
