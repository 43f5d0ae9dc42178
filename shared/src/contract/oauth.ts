import * as z from 'zod/mini';
import { endpoint, tokenScopes } from './endpoint.ts';
import { textUpTo } from './shapes.ts';

/** The calls of this file are additions to the specification: the consent page for programs of others (OAuth 2.1). */

const text = (most: number) => z.optional(textUpTo(most));

/** The parameters with which a program sends the browser to `/oauth/authorize`. */
const requestShape = z.object({
  client_id: text(500),
  redirect_uri: text(2000),
  response_type: text(50),
  scope: text(500),
  state: text(2000),
  code_challenge: text(200),
  code_challenge_method: text(20),
  resource: text(500),
});
export type ConsentRequest = z.output<typeof requestShape>;

export const describeConsent = endpoint({
  method: 'GET',
  path: '/api/identity/oauth/consent',
  summary: 'Which program asks for access and for what; or where to send the browser when it asks in a wrong way',
  access: 'session',
  query: requestShape,
  response: z.object({
    /** The address to which the browser goes back with an error. */
    redirectTo: z.nullable(z.string()),
    /** The name of the program; empty together with `redirectTo`. */
    name: z.string(),
    /** The host that publishes the description of the program; `null` for a program that we have registered. */
    host: z.nullable(z.string()),
    /** The host to which the browser returns, or the scheme of an app on the person's device. */
    returnsTo: z.string(),
    /** Whether the browser opens an app by a scheme, which any app of the device can claim. */
    opensApp: z.boolean(),
    scopes: z.array(z.enum(tokenScopes)),
  }),
  errors: ['badRequest', 'untrustedProgram', 'tooManyRequests'],
  quiet: true,
});

export const decideConsent = endpoint({
  method: 'POST',
  path: '/api/identity/oauth/consent',
  summary: 'Allows or denies the program access; answers where to send the browser',
  access: 'session',
  body: z.object({ request: requestShape, isAllowed: z.boolean() }),
  response: z.object({ redirectTo: z.string() }),
  errors: ['badRequest', 'untrustedProgram', 'tooManyRequests'],
  quiet: true,
  needsProof: 'partly',
});

export const oauthCalls = { describeConsent, decideConsent } as const;
