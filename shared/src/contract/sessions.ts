import * as z from 'zod/mini';
import { nothing } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** Additions: where one is logged in, and how to end it. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where the viewer is logged in, this browser first',
  access: 'session',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        isThis: z.boolean(),
        /** As a person calls it, `Firefox on Linux`; null when it did not say. */
        browser: z.nullable(z.string()),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
  quiet: true,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Logs one browser of the viewer out',
  access: 'session',
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Logs every other browser of the viewer out',
  access: 'session',
  response: nothing,
  errors: [],
  quiet: true,
});
