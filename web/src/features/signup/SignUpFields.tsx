import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CodeField } from './CodeField.tsx';
import { TermsLink } from './TermsLink.tsx';
import { bringIntoView } from '../../ui/hooks/bring-into-view.ts';
import { accountTypes, type SignUpForm } from './sign-up-form.ts';
import { isAffiliateRef, type SignUpSearch } from './sign-up-search.ts';
import { useCodeCheck } from './use-code-check.ts';
import { useSignUp, type SignUpAttempt } from './use-sign-up.ts';
import { useSignUpForm } from './use-sign-up-form.ts';
import './sign-up.css';
import { useQuery } from '@tanstack/react-query';
import { firstPromoter } from '@app/shared/contract/billing.ts';
import { query } from '../../lib/http/call.ts';

const accountTypeOptions = [
  { value: 'brand', label: 'Brand' },
  { value: 'agency', label: 'Agency' },
  { value: 'merchant', label: 'Merchant' },
];

interface Props {
  readonly search: SignUpSearch;
  /** Called with the code in the form when it leads to a package, and with null when it no longer does. */
  readonly onCode: (code: string | null) => void;
  readonly onSignedUp: () => void;
}

export function SignUpFields({ search, onCode, onSignedUp }: Props) {
  const fields = useSignUpForm(search);
  const { form, change } = fields;
  useAffiliateCode(search, fields);
  const check = useCodeCheck(form.inviteCode);
  const code = check.state === 'valid' ? check.code : null;
  const isValid = fields.isValid && check.state !== 'unknown';
  useEffect(() => onCode(code), [onCode, code]);
  const attempt = useSignUp(search, onSignedUp);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isValid) void attempt.submit(form);
  };
  return (
    <form className="sign-up" onSubmit={handleSubmit} noValidate>
      <Failure attempt={attempt} search={search} />
      <Company fields={fields} />
      <Person fields={fields} />
      <CodeField fields={fields} check={check} />
      <div>
        <Checkbox checked={form.acceptsTerms} onChange={(event) => change({ acceptsTerms: event.target.checked })}>
          I agree to the terms and conditions
        </Checkbox>
        <TermsLink />
      </div>
      <Button type="submit" variant="primary" size="lg" block busy={attempt.busy} disabled={!isValid}>
        Start free trial
      </Button>
    </form>
  );
}

interface PartProps {
  readonly fields: ReturnType<typeof useSignUpForm>;
}

function Company({ fields: { field, change } }: PartProps) {
  return (
    <>
      <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
      <Select
        label="Account type"
        placeholder="Choose what fits best"
        options={accountTypeOptions}
        {...field('accountType')}
        onChange={(event) => change({ accountType: accountTypes.find((type) => type === event.target.value) ?? '' })}
      />
    </>
  );
}

function Person({ fields: { field, change } }: PartProps) {
  return (
    <>
      <div className="sign-up__pair">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        {...field('email')}
        onChange={(event) => change({ email: cleanEmail(event.target.value) })}
      />
      <div className="sign-up__pair">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="8 characters, a letter, a digit or symbol"
          {...field('password')}
        />
        <PasswordField label="Repeat password" autoComplete="new-password" {...field('confirmation')} />
      </div>
    </>
  );
}

function Failure({ attempt, search }: { readonly attempt: SignUpAttempt; readonly search: SignUpSearch }) {
  const { failure } = attempt;
  if (!failure) return null;
  const logIn = failure.code === 'emailTaken' && (
    <Link to="/login" search={search}>
      Log in
    </Link>
  );
  return (
    <div ref={bringIntoView} tabIndex={-1}>
      <Banner level="alert" onClose={attempt.dismiss} action={logIn}>
        {failure.message}
      </Banner>
    </div>
  );
}

interface Fields {
  readonly form: Pick<SignUpForm, 'inviteCode'>;
  change(changed: Pick<SignUpForm, 'inviteCode'>): void;
}

/**
 * Fills in the promo code of the affiliate whose link (`ref`) led here, once; a code that is already in the form stays.
 */
function useAffiliateCode({ ref = '' }: SignUpSearch, { form, change }: Fields): void {
  const [isFilled, setFilled] = useState(false);
  const { data } = useQuery({ ...query(firstPromoter, { query: { ref_id: ref } }), enabled: isAffiliateRef(ref) });
  const promoCode = data?.promo_code ?? '';
  if (promoCode === '' || isFilled) return;
  setFilled(true);
  if (form.inviteCode === '') change({ inviteCode: promoCode });
}
