import { useState } from 'react';
import { saveBudget, type getBudget } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh } from '../billing-queries.ts';
import { budgetText, parseBudget } from './budget-form.ts';

export type Budget = Reply<typeof getBudget>;

/** The fields of the budget, which are saved together; an error is shown from the first attempt on. */
export function useBudgetForm(budget: Budget) {
  const [typed, setTyped] = useState(budgetText(budget.limitCents));
  const [caps, setCaps] = useState(budget.capsTracking);
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = useBillingRefresh();
  const parsed = parseBudget(typed);
  const limitCents = parsed.ok ? parsed.limitCents : null;
  const save = async () => {
    setSent(true);
    if (!parsed.ok || busy) return;
    setBusy(true);
    try {
      await call(saveBudget, { body: { limitCents, capsTracking: caps && limitCents !== null } });
      showToast(limitCents === null ? 'Budget removed' : 'Budget saved');
      await refresh();
    } catch {
      // The error modal shows the failure.
    } finally {
      setBusy(false);
    }
  };
  return {
    typed,
    setTyped,
    caps: caps && limitCents !== null,
    setCaps,
    hasLimit: limitCents !== null,
    error: isSent && !parsed.ok ? parsed.error : null,
    isDirty: !parsed.ok || limitCents !== budget.limitCents || (caps && limitCents !== null) !== budget.capsTracking,
    busy,
    save,
  };
}
