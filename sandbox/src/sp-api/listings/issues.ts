import type { Listing } from '../../world/model/product.ts';
import type { Enforcement } from './listing-status.ts';

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly categories: readonly string[];
  readonly action: Enforcement;
}

/** What the marketplace holds against a listing, and what it does about that. */
export function issuesOf({ isSuspended, suppression }: Listing, marketplaceId: string): unknown[] {
  const issues: Issue[] = [];
  if (isSuspended) {
    const message = 'Restricted Products Policy Violation';
    issues.push({ code: '18742', message, categories: ['QUALIFICATION_REQUIRED'], action: 'LISTING_SUPPRESSED' });
  }
  if (suppression) {
    const message = `${suppression.reason}. ${suppression.explanation}`;
    issues.push({ code: '18320', message, categories: ['MISSING_ATTRIBUTE'], action: 'SEARCH_SUPPRESSED' });
  }
  return issues.map(({ action, ...issue }) => ({
    ...issue,
    severity: 'ERROR',
    enforcements: { actions: [{ action }], exemption: { status: 'NOT_EXEMPT' } },
    marketplaceIds: [marketplaceId],
  }));
}
