import { dayMs } from '@app/shared/base/time.ts';

/** The number of products from which the dialog about many ASINs opens (specification, section 9). */
const manyAsins = 500;
/** From this number on the page is heavy for old computers: it loads for some seconds and needs a hundred megabytes. */
const lightUiFrom = 5000;

/** The dialog is shown to accounts in the trial and to those that pay. */
export const manyAsinsText =
  'Every tracked ASIN counts for the bill, except in the free trial, so it is worth watching only what matters to you.';

interface LargeAccount {
  readonly products: number;
  /** The value of the query parameter `manyAsinsLimit`, which replaces the threshold for trials. */
  readonly limit: number | undefined;
  readonly isManyDismissed: boolean;
  readonly isLightDismissed: boolean;
}

/** Chooses one of the two dialogs for large accounts; each opens until it is dismissed. */
export function dialogForLargeAccount(account: LargeAccount): 'manyAsins' | 'lightUi' | null {
  if (account.products >= (account.limit ?? manyAsins) && !account.isManyDismissed) return 'manyAsins';
  if (account.products >= lightUiFrom && !account.isLightDismissed) return 'lightUi';
  return null;
}

export function manyAsinsLimit(search: string): number | undefined {
  const limit = Number(new URLSearchParams(search).get('manyAsinsLimit') ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? limit : undefined;
}

/** Specification, section 4: partner cards reappear 604,800 seconds after they were dismissed. */
export const isPartnerCardShown = (dismissedAt: string | null, now: number): boolean =>
  now - Number(dismissedAt ?? 0) >= 7 * dayMs;
