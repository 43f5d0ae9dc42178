import { createTransport } from '../marketplace/calls/transport.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';

const service = 'affiliate tracking';
/** For one attempt, and for all attempts of a report together. */
const timeoutMs = 5_000;
const totalMs = 15_000;

export interface TrackingConfig {
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
    };

export interface AffiliateTracking {
  /**
   * Reports an event. One that the service knows already counts as reported. `refused`: the service will never take it,
   * such as the sale of a customer that it does not know. Throws `ExternalError` if it may take it later.
   */
  report(report: AffiliateReport): Promise<'reported' | { readonly refused: string }>;
}

const bodyOf = (report: AffiliateReport): object => {
  const { kind, uid } = report;
  if (kind === 'signup') {
    return {
      uid,
      ref_id: report.reference,
      created_at: report.at.toISOString(),
      skip_email_notification: true,
    };
  }
  const { eventId, cents } = report;
  if (kind === 'sale') return { uid, event_id: eventId, amount: cents };
  const sale = report.saleEventId === null ? {} : { sale_event_id: report.saleEventId };
  // The reference has the amount of a refund as a text, unlike that of a sale.
  return { uid, event_id: eventId, amount: String(cents), ...sale };
};

/** The service knows the event already: 409 for a sale or refund, 422 for a sign-up. */
const known = new Set([409, 422]);
const refused = new Set([400, 404]);

/** A client of FirstPromoter, version 2: docs.firstpromoter.com/api-reference-v2/api-admin/tracking */
export function affiliateTracking(
  { url, key, accountId }: TrackingConfig,
  ports: { readonly clock: Clock; readonly random: Random },
): AffiliateTracking {
  const transport = createTransport({ ...ports, timeoutMs });
  return {
    async report(report) {
      const response = await transport.send(service, `${url}/${report.kind}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'account-id': accountId, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(report)),
        signal: AbortSignal.timeout(totalMs),
      });
      const { status } = response;
      if (response.ok || known.has(status)) return 'reported';
      if (refused.has(status)) return { refused: `status ${status}: ${(await response.text()).slice(0, 200)}` };
      throw new ExternalError(service, `status ${status}`, { isPermanent: false, status });
    },
  };
}
