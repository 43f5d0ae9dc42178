import type { FastifyInstance } from 'fastify';

interface Promoter {
  readonly reference: string;
  readonly promoCode: string | null;
}

/** `partner-spring` has a promo code, `partner-plain` has none. */
const promoters: readonly Promoter[] = [
  { reference: 'partner-spring', promoCode: 'SPRING25' },
  { reference: 'partner-plain', promoCode: null },
];

export const isReferenceOfPromoter = (text: string): boolean => promoters.some(({ reference }) => reference === text);

/** Stands in for FirstPromoter: `GET /affiliate/promoters/show?ref_id=…`. */
export const affiliate =
  ({ apiKey }: { readonly apiKey: string }) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    app.get<{ Querystring: { ref_id?: string } }>('/affiliate/promoters/show', (request, reply) => {
      if (request.headers['x-api-key'] !== apiKey) return reply.code(401).send({ error: 'Unauthorized' });
      const found = promoters.find(({ reference }) => reference === request.query.ref_id);
      if (!found) return reply.code(404).send({ error: 'Promoter not found' });
      const promotion = { id: 1, status: 'active', ref_id: found.reference, promo_code: found.promoCode };
      return reply.send({ id: 1, status: 'approved', default_ref_id: found.reference, promotions: [promotion] });
    });
    done();
  };
