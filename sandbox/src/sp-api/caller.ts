import type { FastifyRequest } from 'fastify';
import { marketplaceCodes } from '@app/shared/base/marketplaces.ts';
import { endpointOf, type Seller } from '../world/model/seller.ts';
import type { EndpointContext } from './endpoint-context.ts';
import { invalidInput, unauthorized } from './request/error.ts';
import type { Operation } from './operation.ts';

type Access =
  | { kind: 'seller'; sellingPartnerId: string; isExpired: boolean; isRevoked: boolean }
  | { kind: 'grantless'; scope: string; isExpired: boolean };

/** Looks up access tokens issued by Login with Amazon. */
export interface AccessTokens {
  findAccess(accessToken: string): Access | undefined;
}

export interface Caller {
  /** Identifies the quota that the request uses. */
  readonly key: string;
  readonly seller: Seller | undefined;
}

const notificationsScope = 'sellingpartnerapi::notifications';
const maxUserAgentLength = 500;

/** Identifies the caller by its access token; throws 400 or 403 for invalid headers or tokens. */
export function callerOf(
  request: FastifyRequest,
  operation: Operation,
  who: { context: EndpointContext; tokens: AccessTokens },
): Caller {
  const userAgent = request.headers['user-agent'];
  if (!userAgent || userAgent.length > maxUserAgentLength)
    throw invalidInput('The User-Agent header is missing or too long');
  const token = request.headers['x-amz-access-token'];
  if (typeof token !== 'string' || token === '') throw unauthorized('Access token is missing in the request header.');
  const access = who.tokens.findAccess(token);
  if (!access || (access.kind === 'seller' && access.isRevoked)) {
    throw unauthorized('The access token you provided is revoked, malformed or invalid.');
  }
  if (access.isExpired) throw unauthorized('The access token you provided has expired.');
  if (access.kind !== operation.token) throw unauthorized(`This operation takes a ${operation.token} token`);
  return access.kind === 'seller' ? sellerCaller(access.sellingPartnerId, who.context) : grantlessCaller(access.scope);
}

function sellerCaller(sellingPartnerId: string, { world, endpoint, replay }: EndpointContext): Caller {
  const seller = world.findSeller(sellingPartnerId);
  if (!seller) throw unauthorized();
  if (endpointOf(seller.region) !== endpoint) throw unauthorized('The seller belongs to another region.');
  // Captured responses name marketplaces in which no seeded seller sells, so access to all is granted.
  return { key: sellingPartnerId, seller: replay ? { ...seller, marketplaces: marketplaceCodes } : seller };
}

function grantlessCaller(scope: string): Caller {
  if (scope !== notificationsScope) throw unauthorized('The token has another scope.');
  return { key: 'application', seller: undefined };
}
