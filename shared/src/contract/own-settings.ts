import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Addition: what the spreadsheets do for many products, for one. */
export const putOwnSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/own-settings/:type/:productId',
  summary: 'Replaces the settings that one product has of its own for a watchdog with a spreadsheet (its thresholds)',
  access: 'session',
  params: z.object({
    type: z.string().check(z.minLength(1), z.maxLength(60)),
    productId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
  }),
  body: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
