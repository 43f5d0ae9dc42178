import type { Affiliates } from '../../external/affiliate/first-promoter.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import type { Context } from '../../context.ts';
import { admit, networkOf } from '../../lib/throttle.ts';

type AffiliateContext = Pick<Context, 'db' | 'clock' | 'log'> & { readonly affiliates: Affiliates | null };

/** Each is a question to somebody else's service. */
const asksPerNetwork = 50;

/** An affiliate service that is off, away or does not know the reference keeps nobody from signing up: no code then. */
export async function affiliateCode(
  ctx: AffiliateContext,
  { reference, ip }: { readonly reference: string; readonly ip: string },
): Promise<string | null> {
  if (!ctx.affiliates) return null;
  await admit(ctx, { subject: `affiliate:${networkOf(ip)}`, limit: asksPerNetwork });
  try {
    return await ctx.affiliates.findPromoCode(reference);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    ctx.log.warn({ err: error }, 'the affiliate service did not tell a promo code');
    return null;
  }
}
