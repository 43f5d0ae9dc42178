import { useQuery } from '@tanstack/react-query';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { discountMessage } from '@app/shared/domain/billing/package.ts';
import { query } from '../../lib/http/call.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { CodeCheck } from './use-code-check.ts';
import type { useSignUpForm } from './use-sign-up-form.ts';

interface Props {
  readonly fields: ReturnType<typeof useSignUpForm>;
  readonly check: CodeCheck;
}

/** The promo or invite code, with the package that it leads to. */
export function CodeField({ fields: { field, change }, check }: Props) {
  const { error, ...input } = field('inviteCode');
  return (
    <TextField
      label="Promo or invite code"
      optional
      autoComplete="off"
      {...input}
      error={check.state === 'unknown' ? inviteCodeTexts.unknown : error}
      hint={<output>{check.state === 'valid' && <Offer code={check.code} name={check.offer} />}</output>}
      onChange={(event) => change({ inviteCode: event.target.value.trim() })}
    />
  );
}

function Offer({ code, name }: { readonly code: string; readonly name: string }) {
  const { data } = useQuery(query(packageInfo, { query: { code } }));
  const discount = data && discountMessage(data);
  return (
    <>
      {name}
      {discount && <b className="medium">. {discount}</b>}
    </>
  );
}
