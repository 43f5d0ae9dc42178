import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText, nothing, redirectedText, rowId } from './shapes.ts';

export const sellerAccountShape = z.object({
  sellerId: z.string(),
  sellerKey: z.string(),
  name: z.string(),
  nickName: z.nullable(z.string()),
  accountNickName: z.nullable(z.string()),
  region: z.enum(['NA', 'EU', 'IN']),
  marketplaces: z.array(z.string()),
  setupCompleted: z.boolean(),
  mayNeedReauthorization: z.boolean(),
  connectedToAdvertisementApi: z.boolean(),
  authTokenLast6Digit: z.string(),
  storeFrontURL: z.nullable(z.string()),
  feedbackUrls: z.record(z.string(), z.string()),
});
export type SellerAccount = z.output<typeof sellerAccountShape>;

export const sellerList = endpoint({
  method: 'GET',
  path: '/api/identity/seller/list',
  summary: 'The seller accounts that the viewer may see, with the state of their set-up',
  access: 'session',
  response: z.object({
    sellerAccounts: z.array(
      z.extend(sellerAccountShape, {
        /** The number of products found so far, for the progress of the first set-up. */
        products: z.int(),
        checkedProducts: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const authorizationRedirect = endpoint({
  method: 'GET',
  path: '/api/identity/amazon/authorization/redirect',
  summary: "Where to send the browser so that the seller authorises us; the marketplace's own flow brings its callback",
  access: 'session',
  query: z.object({
    region: z.optional(z.enum(['NA', 'EU', 'IN'])),
    path: z.optional(z.enum(['/connect', '/signup', '/home', '/settings'])),
    accName: z.optional(lineText(70)),
    expectedSellerKey: z.optional(z.string().check(z.maxLength(50))),
    amazonState: z.optional(z.string().check(z.maxLength(2000))),
    amazonCallbackUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: z.object({ location: z.string() }),
  errors: ['badRequest', 'callbackNotAllowed', 'serviceOff', 'forbidden', 'notFound', 'unconfirmedOwner'],
  quiet: true,
});

/**
 * Addition: the OAuth redirect URI that is registered with the marketplace. The answer is always a redirect into the
 * product.
 */
export const authorizationCallback = endpoint({
  method: 'GET',
  path: '/api/identity/amazon/authorization/callback',
  summary: 'The marketplace sends the browser back here with the code of the authorisation',
  access: 'public',
  query: z.object({
    state: redirectedText(500),
    selling_partner_id: redirectedText(50),
    spapi_oauth_code: redirectedText(500),
    error: redirectedText(200),
    error_description: redirectedText(500),
  }),
  response: z.void(),
  errors: [],
  withoutCsrf: true,
  raw: true,
});

const authorizationList = z.object({
  authorizations: z.array(
    z.object({
      id: rowId,
      name: z.string(),
      /** In epoch seconds. */
      timestamp: z.int(),
      /** Addition: the other user for whom the application acts; absent for those of the viewer and of the account. */
      email: z.optional(z.string()),
    }),
  ),
});

export const authorizations = endpoint({
  method: 'GET',
  path: '/api/identity/authorizations',
  summary: 'Third-party applications that may act for the account or one of its users',
  access: 'owner',
  response: authorizationList,
  errors: [],
});

export const ownAuthorizations = endpoint({
  method: 'GET',
  path: '/api/identity/own-authorizations',
  summary: 'Addition: third-party applications that may act for the viewer',
  access: 'session',
  response: authorizationList,
  errors: [],
});

export const revokeAuthorization = endpoint({
  method: 'DELETE',
  path: '/api/identity/authorization/:id',
  summary: 'Revokes an application’s right to act for the account or one of its users',
  access: 'owner',
  params: z.object({ id: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

export const revokeOwnAuthorization = endpoint({
  method: 'DELETE',
  path: '/api/identity/own-authorization/:id',
  summary: 'Addition: revokes an application’s right to act for the viewer',
  access: 'session',
  params: z.object({ id: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

export const deleteSeller = endpoint({
  method: 'DELETE',
  path: '/api/identity/seller/:sellerId',
  summary: 'Disconnects a seller account and deletes all its data; the deletion continues after the answer',
  access: 'owner',
  params: z.object({ sellerId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const sellersCalls = {
  sellerList,
  authorizationRedirect,
  authorizationCallback,
  authorizations,
  ownAuthorizations,
  revokeAuthorization,
  revokeOwnAuthorization,
  deleteSeller,
} as const;
