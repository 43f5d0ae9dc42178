import type { Affiliates } from '../../../external/affiliate/first-promoter.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Context } from '../../../context.ts';
import { admitNetwork } from '../../../lib/throttle.ts';

type AffiliateContext = Pick<Context, 'db' | 'clock' | 'log'> & { readonly affiliates: Affiliates | null };

/** The limit of lookups per network, because each lookup is a request to an external service. */
const asksPerNetwork = 50;

/**
 * Returns the affiliate's promo code, or `null` if the affiliate service is off, down or does not know the reference,
 * so that a sign-up never fails because of it.
 */
export async function affiliateCode(
  ctx: AffiliateContext,
  { reference, ip }: { readonly reference: string; readonly ip: string },
): Promise<string | null> {
  if (!ctx.affiliates) return null;
  await admitNetwork(ctx, { purpose: 'affiliate', ip, limit: asksPerNetwork });
  try {
    return await ctx.affiliates.findPromoCode(reference);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    ctx.log.warn({ err: error }, 'the affiliate service returned no promo code');
    return null;
  }
}
