import { plainAmount } from '@app/shared/domain/inputs/amount.ts';

/** The limits of the contract, in cents. */
const leastCents = 100;
const mostCents = 100_000_000;

type BudgetLimit =
  | { readonly ok: true; readonly limitCents: number | null }
  | { readonly ok: false; readonly error: string };

/** Reads a typed amount of USD; an empty field means that there is no budget. */
export function parseBudget(typed: string): BudgetLimit {
  const text = plainAmount(typed);
  if (text === '') return { ok: true, limitCents: null };
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return { ok: false, error: 'Please enter an amount in USD, such as 150.00' };
  const limitCents = Math.round(Number(text) * 100);
  if (limitCents < leastCents) return { ok: false, error: 'A budget is $1.00 at least' };
  return limitCents > mostCents ? { ok: false, error: 'A budget is $1,000,000 at most' } : { ok: true, limitCents };
}

/** The amount as it is typed; empty without a budget. */
export const budgetText = (limitCents: number | null): string =>
  limitCents === null ? '' : (limitCents / 100).toFixed(2);

/** The fields that a person has changed; `null` for one that shows the saved budget. */
export interface BudgetDraft {
  readonly typed: string | null;
  readonly caps: boolean | null;
}

export const noDraft: BudgetDraft = { typed: null, caps: null };

interface SavedBudget {
  readonly limitCents: number | null;
  readonly capsTracking: boolean;
}

/** Returns the values of the fields: the changes of the person, and the saved budget where nothing was changed. */
export function budgetFields(budget: SavedBudget, draft: BudgetDraft) {
  const typed = draft.typed ?? budgetText(budget.limitCents);
  const limit = parseBudget(typed);
  const limitCents = limit.ok ? limit.limitCents : null;
  // Without a limit there is nothing to cap.
  const caps = (draft.caps ?? budget.capsTracking) && limitCents !== null;
  const isDirty = !limit.ok || limitCents !== budget.limitCents || caps !== budget.capsTracking;
  return { typed, limit, caps, isDirty };
}

/** The changes that are left after a save: those that were made while it was under way. */
export const withoutSaved = (current: BudgetDraft, saved: BudgetDraft): BudgetDraft => ({
  typed: current.typed === saved.typed ? null : current.typed,
  caps: current.caps === saved.caps ? null : current.caps,
});

/** The used part of the budget in words. */
export function budgetUse(toDate: number, limitCents: number): string {
  const percent = Math.floor((toDate / limitCents) * 100);
  return percent >= 100 ? `The budget is used up: ${percent}%` : `${percent}% used in this period`;
}
