import * as z from 'zod/mini';
import { endpoint, tokenScopes } from './endpoint.ts';
import { lineText, nothing, rowId } from './shapes.ts';

/**
 * The calls of this file are additions to the specification: personal access tokens, which people create for programs.
 */

export const tokenDays = { default: 90, most: 366 } as const;

const scopes = z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length));

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/identity/access-tokens',
  summary: 'The tokens of the viewer, and for the owner those of all users; the newest first',
  access: 'session',
  response: z.object({
    tokens: z.array(
      z.object({
        id: rowId,
        name: z.string(),
        scopes: z.array(z.enum(tokenScopes)),
        /** The person whose rights the token has. */
        email: z.string(),
        isOwn: z.boolean(),
        createdAt: z.string(),
        expiresAt: z.string(),
        /** The time of the last use, to the minute; `null` before the first one. */
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [],
});

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/identity/access-token',
  summary: 'Creates a token with the rights of the viewer; only this answer contains it',
  access: 'session',
  body: z.object({
    name: lineText(100).check(z.minLength(1)),
    scopes,
    expiresInDays: z._default(z.int().check(z.gte(1), z.lte(tokenDays.most)), tokenDays.default),
  }),
  response: z.object({ id: rowId, token: z.string(), expiresAt: z.string() }),
  errors: ['badRequest', 'tokenLimit'],
  quiet: true,
  needsProof: true,
});

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/identity/access-token/:accessTokenId',
  summary: 'Revokes a token at once; the owner may revoke those of all users',
  access: 'session',
  params: z.object({ accessTokenId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

export const accessTokenCalls = { listAccessTokens, createAccessToken, revokeAccessToken } as const;
