import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { acceptForms } from './http/form-body.ts';

const cents = z.string().check(z.regex(/^\d+(\.\d)?$/));
const conversion = z.strictObject({
  event: z.enum(['sign_up', 'subscribe']),
  subscriptionFee: cents,
  purchaseFee: cents,
  currency: z.literal('usd'),
});
type Conversion = z.output<typeof conversion>;

const mostKept = 100;

/** Stands in for the service that counts conversions: `POST /conversions`, and `GET /sandbox/conversions` lists them. */
export function conversions(app: FastifyInstance, _options: object, done: () => void): void {
  const counted: (Conversion & { readonly cookie: string | null })[] = [];
  acceptForms(app);

  app.post('/conversions', (request, reply) => {
    const given = conversion.safeParse(request.body);
    if (!given.success) return reply.code(400).send();
    counted.unshift({ ...given.data, cookie: request.headers.cookie ?? null });
    counted.length = Math.min(counted.length, mostKept);
    return reply.code(204).send();
  });
  app.get('/sandbox/conversions', () => counted);
  done();
}
