import { formatCount } from '@app/shared/base/format-count.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { nameOf } from '../../world/level.ts';

/** Screen readers read a live region again only when its text changes. */
const unheard = '\u{a0}';

/** The text of a live region for further news: it differs from the text before, even if the words are the same. */
export const announcedText = (before: string, words: string): string =>
  before === words ? `${words}${unheard}` : words;

/**
 * Names a new alert, or counts several. A product has an alert for each of its keywords, which only the phrase tells
 * apart.
 */
export function newAlertsText(alerts: readonly Issue[], products: ReadonlyMap<string, Product>): string {
  const [first] = alerts;
  if (alerts.length > 1 || !first) return `${formatCount(alerts.length)} new alerts`;
  const { type, item } = first;
  const product = products.get(item.productId);
  const parts = [
    watchdogOf(type)?.headline ?? type,
    item.settings.keyword && `“${item.settings.keyword}”`,
    product && nameOf(product),
    item.marketplace,
  ];
  return `New alert: ${parts.filter(Boolean).join(', ')}`;
}
