import type { packageInfo } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';

/**
 * The price in one sentence, after a cancelled subscription was renewed; `null` for a package of products, which may
 * have been changed to daily rates. The discount of the package is not named, because a cancellation forfeits it
 * (section 4: "no future discount eligibility").
 */
export function pricingText({
  plan,
  baseSubscriptionFeeCents: cents,
}: Pick<Reply<typeof packageInfo>, 'plan' | 'baseSubscriptionFeeCents'>): string | null {
  if (plan === 'package') return null;
  const fee = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return `Your base plan is ${fee}, with daily rates by the number of ASINs you track.`;
}
