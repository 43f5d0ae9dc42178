import * as z from 'zod/mini';
import { nothing } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/identity/emailverification/:emailAddressId',
  summary: 'Sends the link that confirms an e-mail address; at most every 30 seconds',
  access: 'session',
  params: z.object({ emailAddressId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)) }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'tooManyRequests', 'serviceOff', 'outside'],
  quiet: true,
});

/** Addition: the page behind the link calls it. Programs that look through mails open links, but do not post. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/identity/emailverification/confirm',
  summary: 'Confirms the e-mail address that a link was sent to',
  access: 'public',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: nothing,
  errors: ['badRequest', 'verificationExpired'],
  quiet: true,
});
