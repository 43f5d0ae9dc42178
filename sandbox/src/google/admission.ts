import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { driveFile } from './consent.ts';
import { GoogleError } from './google-error.ts';
import type { Grant, Grants } from './grants.ts';

/** Returns the grant of the caller's access token, if it covers the files that the application has made. */
export function admit(grants: Grants, request: FastifyRequest): Grant {
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const grant = grants.findAccess(token);
  if (!grant) {
    const message = 'Request had invalid authentication credentials. Expected OAuth 2 access token.';
    throw new GoogleError(401, 'UNAUTHENTICATED', message);
  }
  if (!grant.scopes.includes(driveFile)) {
    throw new GoogleError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.');
  }
  return grant;
}

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

/** Answers an error in the form of Google's APIs. */
export function refuse(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, status, message, reason } = asGoogleError(error);
  const details = reason === undefined ? {} : { details: [{ '@type': errorInfo, reason, domain: 'googleapis.com' }] };
  return reply.code(code).send({ error: { code, message, status, ...details } });
}

function asGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error;
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  if (isTooLarge)
    return new GoogleError(413, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 2097152 bytes.');
  return new GoogleError(500, 'INTERNAL', messageOfError(error));
}
