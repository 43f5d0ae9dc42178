import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Addition. */
export const auditTrail = endpoint({
  method: 'GET',
  path: '/api/identity/audit-trail',
  summary: 'Who changed access, addresses, tokens or settings, newest first, fifty at a time',
  access: 'owner',
  query: z.object({ before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,17}$/))) }),
  response: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        /** What was changed → `{ from, to }`, in words; only `to` of what is new, only `from` of what is gone. */
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    /** Whether there are older ones: ask with the last id. */
    hasMore: z.boolean(),
  }),
  errors: ['badRequest'],
  quiet: true,
});
