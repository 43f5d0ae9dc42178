import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { reportConversion } from '../billing/report-conversion.ts';
import { isMarketplaceFlow } from './marketplace-flow.ts';
import { openAccount } from './open-account.ts';
import type { SignUpForm } from './sign-up-form.ts';
import { isAffiliateRef, type SignUpSearch } from './sign-up-search.ts';

export interface SignUpAttempt {
  readonly busy: boolean;
  readonly failure: ApiError | null;
  readonly submit: (form: SignUpForm) => Promise<void>;
  readonly dismiss: () => void;
}

/**
 * Opens the account and leads on: to the marketplace that sent the browser here, or to the connection of a seller
 * account.
 */
export function useSignUp(search: SignUpSearch, onSignedUp: () => void): SignUpAttempt {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const submit = async (form: SignUpForm) => {
    if (form.accountType === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await openAccount(client, bodyOf(form, form.accountType, search));
      void reportConversion('sign_up');
      if (isMarketplaceFlow(search)) onSignedUp();
      else await navigate({ to: '/connect' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return { busy, failure, submit, dismiss: () => setFailure(null) };
}

const bodyOf = (
  form: SignUpForm,
  accountType: Exclude<SignUpForm['accountType'], ''>,
  { ref: affiliateRef }: SignUpSearch,
) => ({
  companyName: form.companyName.trim(),
  accountType,
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email,
  password: form.password,
  inviteCode: form.inviteCode === '' ? null : form.inviteCode,
  ...(isAffiliateRef(affiliateRef) && { affiliateRef }),
  // JavaScript counts minutes west of Greenwich, the API counts minutes east.
  timezoneOffsetMins: -new Date().getTimezoneOffset(),
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});
