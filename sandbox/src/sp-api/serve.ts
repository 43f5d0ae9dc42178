import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults } from '../world/events/faults.ts';
import type { Ledger } from '../world/events/ledger.ts';
import type { Buckets } from './buckets.ts';
import type { Call, Calls } from './calls.ts';
import { callerOf, type AccessTokens, type Caller } from './caller.ts';
import type { EndpointContext } from './endpoint-context.ts';
import { internalFailure, invalidInput, notFound, quotaExceeded, SpApiError, unauthorized } from './request/error.ts';
import type { Operation } from './operation.ts';
import type { ReplayEntry } from './replay/replay-entry.ts';

export interface Service {
  readonly context: EndpointContext;
  readonly tokens: AccessTokens;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly buckets: Buckets;
  readonly calls: Calls;
  readonly newId: () => string;
}

interface Refusal {
  readonly operationId: string;
  readonly status: number;
  readonly reason: string;
  readonly sellerId?: string | undefined;
  /** True if an injected fault caused the refusal, which is then not a mistake of the client. */
  readonly isInjected?: boolean;
}

/** Accepts an empty body with content type application/json, which many clients send with every request. */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch (error) {
      done(invalidInput(error instanceof Error ? error.message : 'The body is not JSON'));
    }
  });
}

/** Registers one operation; a request is checked for token, faults and quota before the operation handles it. */
export function serveOperation(app: FastifyInstance, operation: Operation, service: Service): void {
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // A body that cannot be parsed fails before the handler runs, but must be recorded for this operation.
    errorHandler: (error, _request, reply) => void refuse(service, reply, { operation, error: asRefusal(error) }),
    onResponse: async (request, reply) => service.calls.note(callOf(operation, request, reply)),
    handler: async (request, reply) => {
      let caller: Caller | undefined;
      try {
        caller = callerOf(request, operation, service);
        callers.set(request, caller.seller?.sellingPartnerId);
        return await answerRequest(service, { operation, caller, request, reply });
      } catch (error) {
        return refuse(service, reply, { operation, error, sellerId: caller?.seller?.sellingPartnerId });
      }
    },
  });
}

/** The seller of each request, read when the answered request is counted. */
const callers = new WeakMap<FastifyRequest, string | undefined>();

const callOf = (operation: Operation, request: FastifyRequest, reply: FastifyReply): Call => ({
  operation: operation.operationId,
  sellerId: callers.get(request),
  isAnswered: reply.statusCode < 300 || reply.statusCode === 404,
});

/** Answers unknown paths with 404 and records them in the ledger as mistakes of the client. */
export function serveUnknown(app: FastifyInstance, service: Service): void {
  app.setNotFoundHandler((request, reply) => {
    const operation = { operationId: `${request.method} ${request.url.split('?')[0]}`, rate: 0, burst: 0 };
    return refuse(service, reply, {
      operation,
      error: notFound('The requested resource does not exist.'),
      isUnknown: true,
    });
  });
}

interface OperationRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answerRequest(service: Service, operationRequest: OperationRequest): Promise<FastifyReply> {
  const { operation, caller, request, reply } = operationRequest;
  const sellerId = caller.seller?.sellingPartnerId;
  const fault = service.faults.take({ operation: operation.operationId, sellerId });
  if (fault && fault.fault !== 'slow') return applyFault(service, operationRequest, fault);
  if (fault) await delay(fault.delayMs);
  if (!service.buckets.take(caller.key, operation)) throw quotaExceeded();
  const replayed = service.context.replay?.take(operation.operationId, isLaterPage(request));
  if (replayed) return sendReplayed(service, operationRequest, replayed);
  const { params, query, body } = request;
  const answered = operation.handle({ context: service.context, seller: caller.seller, params, query, body });
  for (const reason of answered.refusals ?? [])
    recordRefusal(service, { operationId: operation.operationId, status: 400, reason, sellerId });
  return decorate(service, reply, operation).status(answered.status).send(JSON.stringify(answered.body));
}

const isLaterPage = (request: FastifyRequest): boolean => /[?&](pageToken|paginationToken)=/.test(request.url);

/** Sends a captured answer. The request is still validated, but missing or conflicting objects are ignored. */
function sendReplayed(
  service: Service,
  { operation, caller, request, reply }: OperationRequest,
  entry: ReplayEntry,
): FastifyReply {
  const { params, query, body } = request;
  try {
    if (!isLaterPage(request))
      operation.handle({ context: service.context, seller: caller.seller, params, query, body });
  } catch (error) {
    if (!(error instanceof SpApiError) || ![404, 409].includes(error.status)) throw error;
  }
  return decorate(service, reply, hasRate(entry.status) ? operation : undefined)
    .headers(entry.headers)
    .status(entry.status)
    .send(entry.body);
}

function applyFault(service: Service, { operation, caller, reply }: OperationRequest, { fault }: Fault): FastifyReply {
  const sellerId = caller.seller?.sellingPartnerId;
  recordRefusal(service, {
    operationId: operation.operationId,
    status: 0,
    reason: `fault ${fault}`,
    sellerId,
    isInjected: true,
  });
  const injected = { operation, isNoted: true };
  if (fault === '403') return refuse(service, reply, { ...injected, error: unauthorized() });
  if (fault === '429') return refuse(service, reply, { ...injected, error: quotaExceeded() });
  if (fault === '500') return refuse(service, reply, { ...injected, error: internalFailure() });
  return decorate(service, reply, operation).status(200).send(faultyBodies[fault]);
}

/** The bodies of answers with status 200, by fault. */
const faultyBodies: Partial<Record<Fault['fault'], string>> = {
  malformed: '{"payload":[{"marketplace":',
  emptyBody: '',
  emptyObject: '{}',
};

interface Failure {
  readonly operation: Pick<Operation, 'operationId' | 'rate' | 'burst'>;
  readonly error: unknown;
  readonly sellerId?: string | undefined;
  readonly isNoted?: boolean;
  readonly isUnknown?: boolean;
}

function refuse(service: Service, reply: FastifyReply, failure: Failure): FastifyReply {
  const { operation } = failure;
  const error = failure.error instanceof SpApiError ? failure.error : internalFailure();
  // A 404 for a missing object is a regular answer; a 404 for an unknown path is a refusal.
  const isRefusal = error.status !== 404 || failure.isUnknown === true;
  const reason =
    failure.error instanceof SpApiError ? `${error.message} ${error.details}`.trim() : String(failure.error);
  if (isRefusal && !failure.isNoted)
    recordRefusal(service, { operationId: operation.operationId, status: error.status, reason });
  if (error.status === 429) reply.header('x-amzn-ErrorType', 'TooManyRequestsException');
  return decorate(service, reply, hasRate(error.status) ? operation : undefined)
    .status(error.status)
    .send(error.body);
}

/** Amazon sends the rate limit header only with these statuses. */
const hasRate = (status: number): boolean => status < 300 || status === 400 || status === 404;

function decorate(service: Service, reply: FastifyReply, operation: Failure['operation'] | undefined): FastifyReply {
  reply.header('content-type', 'application/json').header('x-amzn-RequestId', service.newId());
  return operation && operation.rate > 0
    ? reply.header('x-amzn-RateLimit-Limit', service.buckets.announced(operation))
    : reply;
}

function recordRefusal(service: Service, { operationId, sellerId, ...detail }: Refusal): void {
  service.ledger.append({ kind: 'refusal', type: operationId, sellerId, detail });
}

function asRefusal(error: Error & { statusCode?: number }): SpApiError {
  if (error instanceof SpApiError) return error;
  if (error.statusCode === 415) return new SpApiError(415, 'InvalidInput', { message: 'Unsupported media type' });
  if (error.statusCode === 413) return new SpApiError(413, 'InvalidInput', { message: 'Request entity too large' });
  return invalidInput(error.message);
}
