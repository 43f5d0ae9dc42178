import * as z from 'zod/mini';
import { worstThreshold } from '../domain/keyword.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './auth.ts';

export const createKeyword = endpoint({
  method: 'POST',
  path: '/api/sentinel/watchdog/keyword/create',
  summary: 'Watches where a product stands among the results of a search phrase',
  access: 'session',
  body: z.object({
    productId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
    keyword: z.string().check(z.maxLength(200)),
    /** The last good place; without one nobody is alerted. Below 1 counts as none. */
    absoluteThreshold: z.optional(z.nullable(z.int().check(z.gte(-1), z.lte(worstThreshold)))),
  }),
  response: z.object({ watchDogId: z.string() }),
  errors: ['badRequest', 'notFound', 'keywordLimit', 'keywordTaken'],
  quiet: true,
});

export const deactivateKeyword = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/keyword/deactivate',
  summary: 'Stops watching a search phrase',
  access: 'session',
  body: z.object({ watchDogId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
