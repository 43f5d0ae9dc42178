import * as z from 'zod/mini';
import { maybe } from '../marketplace/answers/answer.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';

const service = 'affiliates';
/** Short, because a person waits with the form open, and the form works without the code. */
const timeoutMs = 4_000;

export interface AffiliateConfig {
  readonly url: string;
  readonly key: string;
}

export interface Affiliates {
  /**
   * Returns the promo code of the affiliate with this reference, or `null` if the reference is unknown or has no code.
   */
  findPromoCode(reference: string): Promise<string | null>;
}

const promoter = z.object({
  promotions: maybe(z.array(z.object({ ref_id: maybe(z.string()), promo_code: maybe(z.string()) }))),
});

/** A client of FirstPromoter, version 1: docs.firstpromoter.com/api-reference-v1/promoters-api/show-details */
export function firstPromoter(
  { url, key }: AffiliateConfig,
  ports: { readonly clock: Clock; readonly random: Random },
): Affiliates {
  const transport = createTransport({ ...ports, timeoutMs });
  return {
    async findPromoCode(reference) {
      const address = `${url}/promoters/show?${new URLSearchParams({ ref_id: reference }).toString()}`;
      const response = await transport.send(service, address, { headers: { 'x-api-key': key } });
      if (response.status === 404) return null;
      if (!response.ok) {
        throw new ExternalError(service, `status ${response.status}`, { isPermanent: true, status: response.status });
      }
      const parsed = promoter.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new ExternalError(service, 'malformed answer', { isPermanent: false });
      const ofReference = parsed.data.promotions?.find(({ ref_id: refId }) => refId === reference);
      return ofReference?.promo_code || null;
    },
  };
}
