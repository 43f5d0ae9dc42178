import * as z from 'zod/mini';
import { connectionShape } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { nothing, redirectedText, rowId } from './shapes.ts';

/** Addition: the connections of seller accounts to Amazon Advertising. */
const adConnections = endpoint({
  method: 'GET',
  path: '/api/identity/ad-connections',
  summary: 'The connections of seller accounts to Amazon Advertising, with the days that were reported',
  access: 'owner',
  response: z.object({
    connections: z.array(
      z.object({
        sellerId: z.string(),
        connection: connectionShape,
        /**
         * The days that reports cover, by marketplace. If `days` is less than the range from `from` to `to`
         * (`YYYY-MM-DD`), the range has gaps.
         */
        reported: z.array(z.object({ marketplace: z.string(), from: z.string(), to: z.string(), days: z.int() })),
      }),
    ),
  }),
  errors: [],
});
export type AdConnection = z.output<typeof adConnections.response>['connections'][number];

/** Addition: the call also sets a one-time cookie, which the browser has to send back together with the consent. */
const adConnectRedirect = endpoint({
  method: 'GET',
  path: '/api/identity/ad-connect/:sellerId',
  summary: 'Where to send the browser so that the advertiser of a seller account lets us in',
  access: 'owner',
  params: z.object({ sellerId: rowId }),
  response: z.object({ location: z.string() }),
  errors: ['badRequest', 'notFound', 'serviceOff', 'subscriptionOff'],
  quiet: true,
});

/** The redirect URI that is registered at Amazon. */
const adConnect = endpoint({
  method: 'GET',
  path: '/api/identity/ad-connect',
  summary: 'Amazon sends the browser back here with the code of a consent to see advertising',
  access: 'public',
  query: z.object({
    state: redirectedText(50),
    code: redirectedText(2000),
    scope: redirectedText(500),
    error: redirectedText(200),
  }),
  response: z.void(),
  errors: [],
  withoutCsrf: true,
  raw: true,
});

const adDisconnect = endpoint({
  method: 'DELETE',
  path: '/api/identity/ad-connect/:sellerId',
  summary: 'Forgets the consent to see the advertising of a seller account; what was reported stays',
  access: 'owner',
  params: z.object({ sellerId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'serviceOff'],
  quiet: true,
  whileUnserved: true,
});

export const advertisingCalls = { adConnections, adConnectRedirect, adConnect, adDisconnect } as const;
