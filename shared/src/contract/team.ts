import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailText, personName, rowId } from './settings.ts';

/** Also makes a user of an address that is only told so far. Leaving is by `PUT /api/identity/settings`. */
export const addUser = endpoint({
  method: 'POST',
  path: '/api/auth/addUser',
  summary: 'Adds somebody who may log in, and mails the link by which they choose a password',
  access: 'owner',
  body: z.object({
    email: emailText,
    firstName: personName.check(z.minLength(1)),
    lastName: personName.check(z.minLength(1)),
    /** Minutes ahead of UTC, for their digest. */
    timezoneOffsetMins: z._default(z.int().check(z.gte(-840), z.lte(840)), 0),
  }),
  response: z.object({ emailAddressId: rowId }),
  errors: ['badRequest', 'invalidEmail', 'emailTaken', 'tooManyRequests', 'serviceOff', 'outside'],
  quiet: true,
});
