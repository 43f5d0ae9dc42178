import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';

/**
 * "Number of Sellers 2 → 3, and 1 more": the other open issues of a product; `null` when there are none. A keyword is
 * named.
 */
export function relatedIssuesText(
  ofProduct: readonly Issue[] | undefined,
  watchDogId: string | undefined,
): string | null {
  const [first, ...more] = (ofProduct ?? []).filter(({ item }) => item.watchDogId !== watchDogId);
  if (!first) return null;
  const { from, to } = first.item.statusDetails;
  const change = [from, to].filter((part) => part !== null && part.length <= 40).join(' → ');
  const { keyword } = first.item.settings;
  const parts = [watchdogOf(first.type)?.title ?? first.type, keyword && `“${keyword}”`, change].filter(Boolean);
  const rest = more.length === 0 ? '' : `, and ${more.length} more`;
  return `${parts.join(' ')}${rest}`;
}
