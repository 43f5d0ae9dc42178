import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstPromoter } from '@app/shared/contract/billing.ts';
import { query } from '../../lib/http/call.ts';
import type { SignUpForm } from './sign-up-form.ts';
import type { SignUpSearch } from './sign-up-search.ts';

interface Fields {
  readonly form: Pick<SignUpForm, 'inviteCode'>;
  change(changed: Pick<SignUpForm, 'inviteCode'>): void;
}

/** Whoever follows an affiliate's link (`ref`) finds its promo code filled in, once; a code of one's own stays. */
export function useAffiliateCode({ ref = '' }: SignUpSearch, { form, change }: Fields): void {
  const [isFilled, setFilled] = useState(false);
  const isAsked = ref !== '' && ref.length <= 100;
  const { data } = useQuery({ ...query(firstPromoter, { query: { ref_id: ref } }), enabled: isAsked });
  const promoCode = data?.promo_code ?? '';
  if (promoCode === '' || isFilled) return;
  setFilled(true);
  if (form.inviteCode === '') change({ inviteCode: promoCode });
}
