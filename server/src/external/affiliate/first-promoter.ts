import * as z from 'zod/mini';
import { maybe } from '../marketplace/answers/answer.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';

const service = 'affiliates';
/**
 * The time limit for looking up a promo code, with all attempts together. It is short, because a person waits with the
 * form open, and the form works without the code.
 */
const usualLookUpMs = 4_000;
/** The time limit of one attempt, and that of all attempts of a report together. */
const reportMs = 5_000;
const allReportsMs = 15_000;

interface AffiliateConfig {
  /** The address of version 2 of the API, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
}

/** `uid` is our id of the customer. No address or name leaves us. */
export type AffiliateReport =
  | { readonly kind: 'signup'; readonly uid: string; readonly reference: string; readonly at: Date }
  | { readonly kind: 'sale'; readonly uid: string; readonly eventId: string; readonly cents: number }
  | {
      readonly kind: 'refund';
      readonly uid: string;
      readonly eventId: string;
      readonly cents: number;
      readonly saleEventId: string | null;
    }
  | { readonly kind: 'cancellation'; readonly uid: string };

export interface Affiliates {
  /**
   * Returns the promo code of the affiliate with this reference, or `null` if the reference is unknown or has no code.
   */
  findPromoCode(reference: string): Promise<string | null>;
  /**
   * Reports an event. One that the service knows already counts as reported. `refused`: the service will never take it,
   * such as the sale of a customer that it does not know. Throws `ExternalError` if it may take it later.
   */
  report(report: AffiliateReport): Promise<'reported' | { readonly refused: string }>;
}

const promoter = z.object({
  promoter_campaigns: maybe(
    z.array(z.object({ state: maybe(z.string()), ref_token: maybe(z.string()), coupon: maybe(z.string()) })),
  ),
});

/** Whether the service knows the event already: it answers 409 for a sale or refund, and 422 for a sign-up. */
const isKnown = (kind: AffiliateReport['kind'], status: number): boolean =>
  status === 409 || (status === 422 && kind === 'signup');
const refused = new Set([400, 404, 422]);

/** A client of FirstPromoter, version 2: docs.firstpromoter.com/api-reference-v2/api-admin */
export function firstPromoter(
  { url, key, accountId }: AffiliateConfig,
  {
    lookUpMs = usualLookUpMs,
    ...ports
  }: { readonly clock: Clock; readonly random: Random; readonly lookUpMs?: number },
): Affiliates {
  const lookUps = createTransport({ ...ports, timeoutMs: lookUpMs });
  const reports = createTransport({ ...ports, timeoutMs: reportMs });
  const headers = { authorization: `Bearer ${key}`, 'account-id': accountId };
  return {
    async findPromoCode(reference) {
      const address = `${url}/company/promoters/${encodeURIComponent(reference)}?find_by=ref_token`;
      const response = await lookUps.send(service, address, { headers, signal: AbortSignal.timeout(lookUpMs) });
      if (response.status === 404) return null;
      if (!response.ok) {
        throw new ExternalError(service, `status ${response.status}`, { isPermanent: true, status: response.status });
      }
      const parsed = promoter.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new ExternalError(service, 'malformed answer', { isPermanent: false });
      // An affiliate takes part in several campaigns, each with a reference and a code, and may be blocked in one.
      const campaign = parsed.data.promoter_campaigns?.find(
        ({ state, ref_token: refToken }) => refToken === reference && state === 'accepted',
      );
      return campaign?.coupon || null;
    },

    async report(report) {
      const response = await reports.send(service, `${url}/track/${report.kind}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(report)),
        signal: AbortSignal.timeout(allReportsMs),
      });
      const { status } = response;
      if (response.ok || isKnown(report.kind, status)) return 'reported';
      if (refused.has(status)) return { refused: `status ${status}: ${(await response.text()).slice(0, 200)}` };
      throw new ExternalError(service, `status ${status}`, { isPermanent: false, status });
    },
  };
}

function bodyOf(report: AffiliateReport): object {
  const { kind, uid } = report;
  if (kind === 'signup') {
    return { uid, ref_id: report.reference, created_at: report.at.toISOString(), skip_email_notification: true };
  }
  if (kind === 'cancellation') return { uid };
  const { eventId, cents } = report;
  if (kind === 'sale') return { uid, event_id: eventId, amount: cents };
  const sale = report.saleEventId === null ? {} : { sale_event_id: report.saleEventId };
  // According to the API reference, the amount of a refund is a text, while the amount of a sale is a number.
  return { uid, event_id: eventId, amount: String(cents), ...sale };
}
