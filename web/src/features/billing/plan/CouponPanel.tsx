import { useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { applyCoupon } from '@app/shared/contract/billing.ts';
import { inviteCodeProblem, inviteCodeTexts } from '@app/shared/domain/inputs/invite-code.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { useBillingRefresh } from '../billing-queries.ts';
import './plan.css';

/** Applies the discount of a code, and leads to the page that confirms it. */
export function CouponPanel() {
  const { code, change, error, busy, apply } = useCoupon();
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void apply();
  };
  return (
    <Panel title="Coupon">
      <form className="plan-panel plan-panel--line" noValidate onSubmit={handleSubmit}>
        <TextField
          label="Promo or invite code"
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={25}
          value={code}
          error={error}
          onChange={({ target }) => change(target.value)}
        />
        <Button type="submit" disabled={code.trim() === ''} busy={busy}>
          Apply
        </Button>
      </form>
    </Panel>
  );
}

function useCoupon() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const change = (typed: string) => {
    setCode(typed);
    setError(null);
  };
  const apply = async () => {
    const problem = inviteCodeProblem(code);
    if (problem) setError(inviteCodeTexts[problem]);
    if (problem || code.trim() === '' || busy) return;
    // An error that comes again in the same words is announced again, because it was taken away in between.
    setError(null);
    setBusy(true);
    try {
      await call(applyCoupon, { body: { code } });
      void refresh();
      // The form is reset before the navigation, because users may stay when the page asks about unsaved changes.
      setBusy(false);
      setCode('');
      void navigate({ to: '/subscription' });
    } catch (failure) {
      // The error modal shows every failure except the one about too many attempts.
      if (failure instanceof ApiError && failure.status === 429) setError(failure.message);
      setBusy(false);
    }
  };
  return { code, change, error, busy, apply };
}
