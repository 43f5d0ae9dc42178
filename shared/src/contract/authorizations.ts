import * as z from 'zod/mini';
import { nothing } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { rowId } from './settings.ts';

export const authorizations = endpoint({
  method: 'GET',
  path: '/api/identity/authorizations',
  summary: 'Third-party applications that may act for the account',
  access: 'owner',
  response: z.object({
    /** `timestamp` in epoch seconds. */
    authorizations: z.array(z.object({ id: rowId, name: z.string(), timestamp: z.int() })),
  }),
  errors: [],
});

export const revokeAuthorization = endpoint({
  method: 'DELETE',
  path: '/api/identity/authorization/:id',
  summary: 'Takes an application’s right to act for the account away',
  access: 'owner',
  params: z.object({ id: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
});

export const deleteSeller = endpoint({
  method: 'DELETE',
  path: '/api/identity/seller/:sellerId',
  summary: 'Disconnects a seller account and deletes everything that is known of it; goes on after the answer',
  access: 'owner',
  params: z.object({ sellerId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
