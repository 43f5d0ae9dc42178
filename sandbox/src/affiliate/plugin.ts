import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

interface Credentials {
  readonly key: string;
  readonly accountId: string;
}

interface Campaign {
  readonly reference: string;
  readonly promoCode: string;
  readonly state: 'accepted' | 'blocked';
}

/** One affiliate takes part in three campaigns: `partner-spring` has a promo code, `partner-plain` has none. */
const campaigns: readonly Campaign[] = [
  { reference: 'partner-spring', promoCode: 'SPRING25', state: 'accepted' },
  { reference: 'partner-plain', promoCode: '', state: 'accepted' },
  { reference: 'partner-blocked', promoCode: 'BLOCKED10', state: 'blocked' },
];

const promoter = {
  id: 1,
  email: 'partner@example.com',
  name: 'Pat Partner',
  promoter_campaigns: campaigns.map(({ reference, promoCode, state }, index) => ({
    id: index + 1,
    campaign_id: index + 1,
    promoter_id: 1,
    state,
    campaign: { id: index + 1, name: `Campaign ${index + 1}`, color: '#336699' },
    coupon: promoCode,
    ref_token: reference,
    ref_link: `https://watchpost.test/?ref=${reference}`,
  })),
};

const campaignOf = (text: string) => campaigns.find(({ reference }) => reference === text);

interface TrackedEvent {
  readonly kind: 'signup' | 'sale' | 'refund' | 'cancellation';
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
/** The published description declares the amount of a refund as a string. */
const refund = z.strictObject({
  ...sale.shape,
  amount: z.pipe(z.string().check(z.regex(/^[1-9]\d*$/)), z.transform(Number)),
  sale_event_id: z.optional(text),
});
const cancellation = z.strictObject({ uid: text });

/**
 * Stands in for FirstPromoter, version 2: `GET /affiliate/api/v2/company/promoters/{reference}?find_by=ref_token` and
 * `POST /affiliate/api/v2/track/{signup, sale, refund, cancellation}`. An event with a known id is refused, and a sale
 * needs a lead. `GET /sandbox/affiliate` lists what was tracked.
 */
export const affiliate =
  (credentials: Credentials) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    const events: TrackedEvent[] = [];
    const isLead = (uid: string) => events.some((event) => event.kind === 'signup' && event.uid === uid);
    const isKnown = (kind: string, eventId: string) =>
      events.some((event) => event.kind === kind && event.eventId === eventId);

    app.get('/sandbox/affiliate', () => events);

    app.get<{ Params: { reference: string }; Querystring: { find_by?: string } }>(
      '/affiliate/api/v2/company/promoters/:reference',
      (request, reply) => {
        if (!isAllowed(request, credentials)) return reply.code(401).send();
        const isFound = request.query.find_by === 'ref_token' && campaignOf(request.params.reference);
        return isFound ? reply.send(promoter) : reply.code(404).send({ message: 'Promoter not found' });
      },
    );

    app.post('/affiliate/api/v2/track/signup', (request, reply) => {
      if (!isAllowed(request, credentials)) return reply.code(401).send();
      const given = signup.safeParse(request.body);
      if (!given.success) return refuse(reply, 'Email and uid can not be blank!');
      const { uid, ref_id: reference } = given.data;
      if (!campaignOf(reference)) return reply.code(404).send({ message: 'Visitor invalid, not found' });
      if (isLead(uid)) {
        return reply.code(422).send({ transaction_id: 'there is already a signup event registered on this lead' });
      }
      events.push({ kind: 'signup', uid, eventId: null, amount: null });
      return reply.send({ id: events.length, etype: 'signup', sale_amount: null });
    });

    for (const [kind, form] of [
      ['sale', sale],
      ['refund', refund],
    ] as const) {
      app.post(`/affiliate/api/v2/track/${kind}`, (request, reply) => {
        if (!isAllowed(request, credentials)) return reply.code(401).send();
        const given = form.safeParse(request.body);
        if (!given.success) return refuse(reply, 'Amount blank or invalid.');
        const { uid, event_id: eventId, amount } = given.data;
        if (!isLead(uid)) return reply.code(404).send({ message: 'Referral not found', code: 'not_found' });
        if (isKnown(kind, eventId)) {
          return reply.code(409).send({ message: `The '${kind}' event with the id '${eventId}' already exists.` });
        }
        events.push({ kind, uid, eventId, amount });
        const id = events.length;
        return reply.send(
          kind === 'sale' ? { id, etype: kind, sale_amount: amount } : { id, type: kind, amount_cents: -amount },
        );
      });
    }

    app.post('/affiliate/api/v2/track/cancellation', (request, reply) => {
      if (!isAllowed(request, credentials)) return reply.code(401).send();
      const given = cancellation.safeParse(request.body);
      if (!given.success) return refuse(reply, 'Email and uid can not be blank!');
      const { uid } = given.data;
      if (!isLead(uid)) return reply.code(404).send({ message: 'Referral not found', code: 'not_found' });
      events.push({ kind: 'cancellation', uid, eventId: null, amount: null });
      return reply.send({ id: events.length, type: 'cancellation', amount_cents: null });
    });
    done();
  };

const isAllowed = ({ headers }: FastifyRequest, { key, accountId }: Credentials): boolean =>
  headers.authorization === `Bearer ${key}` && headers['account-id'] === accountId;

const refuse = (reply: FastifyReply, reason: string) => reply.code(400).send({ message: `Error. ${reason}` });
