import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

interface TrackingOptions {
  readonly key: string;
  readonly accountId: string;
  isReference(text: string): boolean;
}

interface TrackedEvent {
  readonly kind: 'signup' | 'sale' | 'refund';
  readonly uid: string;
  readonly eventId: string | null;
  readonly amount: number | null;
}

const text = z.string().check(z.minLength(1));
const signup = z.strictObject({
  uid: text,
  ref_id: text,
  created_at: z.optional(text),
  skip_email_notification: z.optional(z.boolean()),
});
const sale = z.strictObject({ uid: text, event_id: text, amount: z.int().check(z.positive()) });
/** The reference has the amount of a refund as a text. */
const refund = z.strictObject({
  ...sale.shape,
  amount: z.pipe(z.string().check(z.regex(/^[1-9]\d*$/)), z.transform(Number)),
  sale_event_id: z.optional(text),
});

/**
 * Stands in for the tracking of FirstPromoter, version 2: `POST /affiliate/v2/track/signup`, `sale` and `refund`. An
 * event with a known id is refused, and a sale needs a lead. `GET /sandbox/affiliate` lists what was tracked.
 */
export const affiliateTracking =
  ({ isReference, ...credentials }: TrackingOptions) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    const events: TrackedEvent[] = [];
    const isLead = (uid: string) => events.some((event) => event.kind === 'signup' && event.uid === uid);
    const isKnown = (kind: string, eventId: string) =>
      events.some((event) => event.kind === kind && event.eventId === eventId);

    app.get('/sandbox/affiliate', () => events);

    app.post('/affiliate/v2/track/signup', (request, reply) => {
      if (!isAllowed(request, credentials)) return reply.code(401).send();
      const given = signup.safeParse(request.body);
      if (!given.success) return blank(reply, 'Email and uid can not be blank!');
      const { uid, ref_id: reference } = given.data;
      if (!isReference(reference)) return reply.code(404).send({ message: 'Visitor invalid, not found' });
      if (isLead(uid)) {
        return reply.code(422).send({ transaction_id: 'there is already a signup event registered on this lead' });
      }
      events.push({ kind: 'signup', uid, eventId: null, amount: null });
      return reply.send({ id: events.length, etype: 'signup', referral: { id: events.length, email: '', uid } });
    });

    for (const [kind, form] of [
      ['sale', sale],
      ['refund', refund],
    ] as const) {
      app.post(`/affiliate/v2/track/${kind}`, (request, reply) => {
        if (!isAllowed(request, credentials)) return reply.code(401).send();
        const given = form.safeParse(request.body);
        if (!given.success) return blank(reply, 'Amount blank or invalid.');
        const { uid, event_id: eventId, amount } = given.data;
        if (!isLead(uid)) return reply.code(404).send({ message: 'Referral not found', code: 'not_found' });
        if (isKnown(kind, eventId)) {
          return reply.code(409).send({ message: `The '${kind}' event with the id '${eventId}' already exists.` });
        }
        events.push({ kind, uid, eventId, amount });
        return reply.send({ id: events.length, type: kind, amount_cents: kind === 'sale' ? amount : -amount });
      });
    }
    done();
  };

const isAllowed = ({ headers }: FastifyRequest, { key, accountId }: Omit<TrackingOptions, 'isReference'>): boolean =>
  headers.authorization === `Bearer ${key}` && headers['account-id'] === accountId;

const blank = (reply: FastifyReply, reason: string) => reply.code(400).send({ message: `Error. ${reason}` });
