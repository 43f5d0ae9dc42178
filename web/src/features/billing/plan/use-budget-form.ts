import { useState } from 'react';
import { saveBudget, type getBudget } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh } from '../billing-queries.ts';
import { budgetFields, noDraft, withoutSaved, type BudgetDraft } from './budget-form.ts';

export type Budget = Reply<typeof getBudget>;

/**
 * The fields of the budget, which are saved together; an error is shown from the first attempt on. A field that nobody
 * has changed follows the budget, which somebody else may save meanwhile.
 */
export function useBudgetForm(budget: Budget) {
  const [draft, setDraft] = useState<BudgetDraft>(noDraft);
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = useBillingRefresh();
  const { typed, caps, limit, isDirty } = budgetFields(budget, draft);
  const save = async () => {
    setSent(true);
    if (!limit.ok || busy) return;
    setBusy(true);
    try {
      await call(saveBudget, { body: { limitCents: limit.limitCents, capsTracking: caps } });
      showToast(limit.limitCents === null ? 'Budget removed' : 'Budget saved');
      await refresh();
      setSent(false);
      setDraft((current) => withoutSaved(current, draft));
    } catch {
      // The error modal shows the failure.
    } finally {
      setBusy(false);
    }
  };
  return {
    typed,
    setTyped: (text: string) => setDraft((current) => ({ ...current, typed: text })),
    caps,
    setCaps: (isOn: boolean) => setDraft((current) => ({ ...current, caps: isOn })),
    hasLimit: limit.ok && limit.limitCents !== null,
    error: isSent && !limit.ok ? limit.error : null,
    isDirty,
    busy,
    save,
  };
}
