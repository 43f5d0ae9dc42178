import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const salesDropChart = endpoint({
  method: 'GET',
  path: '/api/sentinel/watchdog/salesdropchart/:watchDogId',
  summary: 'A picture (SVG) of the units sold by day, with what was expected and where the sales dropped',
  access: 'session',
  params: z.object({ watchDogId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.void(),
  errors: ['badRequest', 'notFound'],
  quiet: true,
  raw: true,
});
