import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorCatalogue, type ErrorCode } from '@app/shared/base/errors.ts';
import { DatabaseUnavailable } from '../lib/db/unavailable.ts';
import { UnknownKey } from '../lib/secrets.ts';
import { networkOf } from '../lib/throttle.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Errors of the HTTP layer that the caller caused and can correct. */
const frameworkErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_BAD_URL: 'badRequest',
};

/**
 * Turns every failure into an answer `{ error, message, code, requestId }`. An unexpected error becomes a 500 and is
 * logged in full.
 */
export function mapErrors(app: FastifyInstance, cookie: SessionCookie): void {
  app.setNotFoundHandler((request, reply) => answer(request, reply, new AppError('notFound')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error);
    if (isFailure(known)) {
      request.log.error({ err: error, tenantId: cookie.read(request)?.tenantId }, 'request failed');
    }
    noteRefusal(request, known);
    // Calls of programs already have a challenge of their own.
    if (known.status === 401 && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', challenge(request, known, cookie));
    }
    return answer(request, reply, known);
  });
}

/** A 501 says that the operator has not set something up, which is a state and no failure (RFC 9110, section 15.6.2). */
const isFailure = ({ status }: AppError): boolean => status >= 500 && status !== 501;

/** Inputs that are refused before a handler sees them. */
const refusedInputs = new Set<ErrorCode>(['badRequest', 'payloadTooLarge', 'unsupportedMediaType']);

/**
 * Whether the error is logged as a refusal. Refused log-ins are logged where they are counted, and ended sessions are
 * too frequent to be logged.
 */
const isRefusal = ({ status, code }: AppError): boolean =>
  status === 403 || code === 'invalidToken' || refusedInputs.has(code);

function noteRefusal(request: FastifyRequest, error: AppError): void {
  if (!isRefusal(error)) return;
  const { method, routeOptions, ip } = request;
  const details = { code: error.code, method, route: routeOptions.url, network: networkOf(ip) };
  request.log.info(details, 'a call was refused');
}

/** Answers failures that occur before a route is found, for which Fastify does not call the error handler. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  noteRefusal(request, known);
  void answer(request, reply, known);
}

/**
 * Returns the value of `www-authenticate`: a browser whose session has ended logs in again on the same page; a browser
 * without a session is sent to the login page (specification, section 4).
 */
function challenge(request: FastifyRequest, error: AppError, cookie: SessionCookie): string {
  return error.code === 'notLoggedIn' && !cookie.isPresent(request) ? 'Session redirect' : 'Session';
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof UnknownKey) return new AppError('secretUnreadable', { cause: error });
  if (error instanceof DatabaseUnavailable) return new AppError('unavailable', { cause: error });
  if (isJsonError(error)) {
    return new AppError('badRequest', { text: 'The body of the request is not valid JSON', cause: error });
  }
  const code = frameworkErrors[error.code];
  if (code) return new AppError(code, { cause: error });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('badRequest', { cause: error });
  return new AppError('internal', { cause: error });
}

const isJsonError = ({ code, name, statusCode }: FastifyError): boolean =>
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'].includes(code) ||
  (name === 'SyntaxError' && statusCode === 400);

/**
 * The wait that is asked of a caller whose refusal ends at an unknown time, because it depends on the work of others,
 * such as a full queue or a download under way. Without a wait some programs would repeat the call at once.
 */
const unknownWaitSeconds = 60;

function answer(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const waitSeconds = error.retryAfterSeconds ?? (error.status === 429 ? unknownWaitSeconds : null);
  if (waitSeconds !== null) reply.header('retry-after', String(waitSeconds));
  return reply.code(error.status).send({
    error: errorCatalogue[error.code].text,
    message: error.message,
    code: error.code,
    requestId: request.id,
  });
}
