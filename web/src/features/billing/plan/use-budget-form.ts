import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useBillingRefresh } from '../billing-queries.ts';
import { budgetFields, noDraft, withoutSaved, type BudgetDraft } from './budget-form.ts';
import { keepBudget, type Budget } from './keep-budget.ts';

/**
 * The fields of the budget, which are saved together; an error is shown from the first attempt on. A field that nobody
 * has changed follows the budget, which somebody else may save meanwhile.
 */
export function useBudgetForm(budget: Budget) {
  const [draft, setDraft] = useState<BudgetDraft>(noDraft);
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const refresh = useBillingRefresh();
  const { typed, caps, limit, isDirty } = budgetFields(budget, draft);
  const save = async () => {
    setSent(true);
    if (!limit.ok || busy) return;
    setBusy(true);
    try {
      await keepBudget(client, { limitCents: limit.limitCents, capsTracking: caps });
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
