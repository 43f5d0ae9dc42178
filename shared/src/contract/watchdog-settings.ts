import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const watchdogType = z.string().check(z.minLength(1), z.maxLength(60));

export const getWatchdogSettings = endpoint({
  method: 'GET',
  path: '/api/sentinel/watchdogtype/settings/:type',
  summary: 'The settings of a watchdog kind; what was never set has its default',
  access: 'session',
  params: z.object({ type: watchdogType }),
  response: z.record(z.string(), z.unknown()),
  errors: ['notFound'],
  quiet: true,
});

export const putWatchdogSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdogtype/settings/:type',
  summary: 'Replaces the settings of a watchdog kind',
  access: 'session',
  params: z.object({ type: watchdogType }),
  body: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
