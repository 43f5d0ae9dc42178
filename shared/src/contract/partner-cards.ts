import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What a partner of the operator offers; the operator writes it. */
export const partnerCardShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  text: z.string().check(z.maxLength(200)),
  label: z.string().check(z.minLength(1), z.maxLength(30)),
  url: z.string().check(z.regex(/^https?:\/\/\S{1,500}$/)),
});
export type PartnerCard = z.output<typeof partnerCardShape>;

export const partnerCards = endpoint({
  method: 'GET',
  path: '/api/webui/partner-cards',
  summary: 'Offers of partners, as the operator has set them; none by default',
  access: 'session',
  response: z.object({ cards: z.array(partnerCardShape) }),
  errors: [],
  quiet: true,
});
