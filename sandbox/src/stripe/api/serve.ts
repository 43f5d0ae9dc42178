import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '../account.ts';
import { apiVersion } from '../objects/event.ts';
import type { ApiFault, ApiFaults } from './api-faults.ts';
import type { Call } from './call.ts';
import { expandAnswer } from './expand.ts';
import { parseForm, type FormFields } from './form.ts';
import type { Answer, IdempotencyKeys } from './idempotency.ts';
import { checkClientSecret, checkKey, checkVersion, type ApiKeys } from './keys.ts';
import { parseParameters } from './parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { badRequest, StripeError } from './stripe-error.ts';

interface ApiDeps {
  readonly account: Account;
  readonly keys: ApiKeys;
  readonly faults: ApiFaults;
  readonly rateLimit: RateLimit;
  readonly idempotency: IdempotencyKeys;
  /** Does all work that is due by the sandbox's clock, such as deciding bank debits. */
  readonly catchUp: () => void;
}

const broken = () =>
  new StripeError(500, { type: 'api_error', message: 'An unknown error occurred (fault of the sandbox).' });

/** Returns the answer of a call that the fault keeps from being executed, or undefined if the call is executed. */
function failureOf({ fault, code }: ApiFault): StripeError | undefined {
  if (fault === 'error') return broken();
  return fault === 'refused' ? badRequest(`Invalid request: ${code} (fault of the sandbox).`, { code }) : undefined;
}

/** Registers the calls of the API. Faults come first, then key, rate limit, parameters and the idempotency key. */
export function serveCalls(app: FastifyInstance, calls: readonly Call[], deps: ApiDeps): void {
  for (const declared of calls) {
    const [method = '', path = ''] = declared.signature.split(' ');
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => answer({ declared, request, reply, deps }),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    return send(reply, deps.account.newId('req'), refusal(new StripeError(404, { message }), ''));
  });
}

interface Exchange {
  readonly declared: Call;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: ApiDeps;
}

async function answer(exchange: Exchange): Promise<FastifyReply> {
  const { declared, request, reply, deps } = exchange;
  const requestId = deps.account.newId('req');
  const fault = deps.faults.take(declared.signature);
  if (fault?.fault === 'down') request.raw.socket.destroy();
  if (fault?.fault === 'down' || fault?.fault === 'silent') return reply.hijack();
  try {
    const work = admit(exchange, requestId, fault?.fault === 'tooMany');
    const { key } = work;
    const known = key === null ? null : deps.idempotency.claim(key, work.fingerprint);
    if (key !== null) reply.header('idempotency-key', key);
    if (known) return send(reply.header('idempotent-replayed', 'true'), requestId, known);
    // The idempotency key is claimed before the delay, so that a second request with the same key is refused as
    // concurrent.
    if (fault?.fault === 'slow') await delay(fault.delayMs);
    const failure = fault && failureOf(fault);
    const result = failure ? { answer: refusal(failure, requestId), isExecuted: false } : execute(work);
    const shown = fault?.fault === 'errorAfter' ? refusal(broken(), requestId) : result.answer;
    // Stripe stores the answer of every call whose execution has begun, even a 500, and tells clients not to retry it.
    if (key !== null && result.isExecuted && shown.status >= 500) reply.header('stripe-should-retry', 'false');
    if (key !== null && result.isExecuted) deps.idempotency.keep(key, shown);
    else if (key !== null) deps.idempotency.release(key);
    return send(reply, requestId, shown);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return send(reply, requestId, refusal(error, requestId));
  }
}

interface Work {
  readonly declared: Call;
  readonly deps: ApiDeps;
  readonly requestId: string;
  readonly ids: readonly string[];
  readonly fields: FormFields;
  readonly isPublishable: boolean;
  readonly key: string | null;
  readonly fingerprint: string;
}

/** Makes all checks of a request that do not depend on its parameters. */
function admit({ declared, request, deps }: Exchange, requestId: string, isTooMany: boolean): Work {
  const isPublishable = checkKey(request.headers, deps.keys, declared);
  if (isTooMany) throw new StripeError(429, { code: 'rate_limit', message: 'Request rate limit exceeded.' });
  deps.rateLimit.take();
  checkVersion(request.headers);
  const fields = fieldsOf(request);
  const key = request.method === 'POST' ? (request.headers['idempotency-key']?.toString() ?? null) : null;
  if (key !== null && key.length > 255) throw badRequest('Idempotency keys can be at most 255 characters long.');
  const fingerprint = JSON.stringify([request.method, request.url, fields]);
  const ids = Object.values(pathIds.parse(request.params));
  return { declared, deps, requestId, ids, fields, isPublishable, key, fingerprint };
}

const pathIds = z.record(z.string(), z.string());

function fieldsOf(request: FastifyRequest): FormFields {
  if (request.method !== 'POST') return parseForm(request.url.split('?')[1] ?? '');
  const body = typeof request.body === 'string' ? request.body : '';
  const type = request.headers['content-type'] ?? '';
  if (body === '' || type.startsWith('application/x-www-form-urlencoded')) return parseForm(body);
  const message = `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`;
  throw badRequest(message);
}

/**
 * Executes a call. A call that is refused for its parameters does not count as executed, so its idempotency key can be
 * used again.
 */
function execute({ declared, deps, requestId, ids, fields, isPublishable, key }: Work): {
  answer: Answer;
  isExecuted: boolean;
} {
  const { account } = deps;
  const id = ids.at(-1) ?? '';
  let isExecuted = false;
  try {
    if (isPublishable) checkClientSecret(account, ids[0], fields);
    const { client_secret: _, ...own } = fields;
    const parameters = parseParameters(declared.parameters, isPublishable ? own : fields);
    isExecuted = true;
    deps.catchUp();
    account.request = { id: requestId, idempotency_key: key };
    const result = declared.run({ account, ids, id, isPublishable }, parameters);
    const body = expandAnswer(account, result, expanded.parse(parameters).expand ?? []);
    return { answer: { status: 200, body }, isExecuted };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { answer: refusal(error, requestId), isExecuted };
  } finally {
    account.request = { id: null, idempotency_key: null };
  }
}

const expanded = z.object({ expand: z.optional(z.array(z.string())) });

const refusal = (error: StripeError, requestId: string): Answer => ({
  status: error.status,
  body: error.body(requestId),
});

const send = (reply: FastifyReply, requestId: string, { status, body }: Answer): FastifyReply =>
  reply.code(status).header('request-id', requestId).header('stripe-version', apiVersion).send(body);
