import * as z from 'zod/mini';
import { errorCatalogue, type ErrorCode } from '../base/errors.ts';
import { needsCsrf, worksUnserved, type Endpoint } from './endpoint.ts';

type Contract = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

type Schema = z.core.$ZodType;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The contract as an OpenAPI 3.1 document, for clients that are written without our code. */
export function openApi(contract: Contract): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [area, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(area, name, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Watchpost',
      version: '5',
      description: 'Every call of the product. Money is in the smallest unit.',
    },
    tags: Object.keys(contract).map((area) => ({ name: area })),
    // Sorted by path, so that the order of the areas in the code does not change the document.
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'watchpost_session',
          description: 'Set by log-in and sign-up; on https its name is `__Host-watchpost_session`.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-TOKEN',
          description: 'Handed out by `/api/auth/csrf` together with a cookie.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token (`wp_pat_…`) from the settings, or an access token (`wp_oat_…`) that a program of others got by OAuth 2.1. Cookies do not count for these calls.',
        },
      },
      headers: programHeaders,
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  };
}

const text = { type: 'string' } as const;
/** The headers of answers to programs. */
const programHeaders = {
  RateLimit: { description: 'What is left of the limit of calls, as `"token";r=299;t=60`', schema: text },
  'RateLimit-Policy': { description: 'The limit of calls, as `"token";q=300;w=60`', schema: text },
  ETag: { description: 'Send it back as `If-None-Match`', schema: text },
  'Retry-After': { description: 'The seconds after which to go on', schema: { type: 'integer', minimum: 1 } },
} as const;

/** Documents the headers of an answer to a program: its limit of calls, and those that this answer has besides. */
function headersOf({ access }: Endpoint, ...others: readonly (keyof typeof programHeaders)[]): object {
  if (access !== 'token') return {};
  const names = ['RateLimit', 'RateLimit-Policy', ...others];
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorCatalogue)),
  requestId: z.string(),
});

function operation(area: string, name: string, endpoint: Endpoint): object {
  const security = {
    ...credentialOf(endpoint),
    ...(needsCsrf(endpoint) ? { csrf: [] } : {}),
  };
  return {
    operationId: name,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.access === 'owner' ? { description: 'Only the account owner may call it.' } : {}),
    ...(endpoint.access === 'operator' ? { description: 'Only an operator of the product may call it.' } : {}),
    security: Object.keys(security).length === 0 ? [] : [security],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.errors.includes('idempotencyKeyReused') ? [idempotencyKey] : []),
      ...(hasTag(endpoint) ? [knownTag] : []),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint.body) } : {}),
    ...(endpoint.upload ? { requestBody: uploadBody } : {}),
    responses: { ...success(endpoint), ...failures(endpoint) },
  };
}

function credentialOf({ access, scope }: Endpoint): Readonly<Record<string, readonly string[]>> {
  if (access === 'public') return {};
  return access === 'token' ? { token: scope ? [scope] : [] } : { session: [] };
}

function errorsOfAccess({ access, scope }: Endpoint): readonly ErrorCode[] {
  if (access === 'token')
    return ['invalidToken', 'twoFactorNeeded', ...(scope ? (['insufficientScope'] as const) : []), 'tooManyRequests'];
  return access === 'public' ? [] : ['notLoggedIn'];
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request that is repeated with the same key within a day gets the answer of the first one.',
  schema: { type: 'string', maxLength: 255 },
};

/** Whether the answer has an ETag. */
const hasTag = ({ access, method }: Endpoint): boolean => access === 'token' && method === 'GET';

const knownTag = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that the program has: if it is still the answer, it is not sent again.',
  schema: text,
};

const requestBody = (body: Schema): object => ({
  required: !z.safeParse(body, undefined).success,
  content: { 'application/json': { schema: jsonSchema(body, 'input') } },
});

const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

function success(endpoint: Endpoint): Record<string, object> {
  const bodies = optionsOf(endpoint.response).filter((one) => !isNothing(one));
  const done = { description: 'Done', ...headersOf(endpoint) };
  const [only] = bodies;
  if (!only && endpoint.raw) return { 200: { description: 'A redirect, a file or a stream, as the summary says' } };
  if (!only) return { 204: done };
  const headers = hasTag(endpoint) ? headersOf(endpoint, 'ETag') : headersOf(endpoint);
  const schema = jsonSchema(bodies.length === 1 ? only : endpoint.response, 'output');
  const answer = { description: 'The answer', ...headers, content: { 'application/json': { schema } } };
  const known = { description: 'The program has this answer already', ...headers };
  return {
    [endpoint.creates ? 201 : 200]: answer,
    ...(optionsOf(endpoint.response).some(isNothing) && { 204: done }),
    ...(hasTag(endpoint) && { 304: known }),
  };
}

const isNothing = (schema: Schema): boolean => schema._zod.def.type === 'void';

/** An answer that may be empty is a union with nothing. */
const optionsOf = (schema: Schema): readonly Schema[] =>
  schema instanceof z.core.$ZodUnion ? schema._zod.def.options : [schema];

/** The failures that the call declares and those of the gate in front of every call. */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  return new Set<ErrorCode>([
    ...(takesInput ? (['badRequest'] as const) : []),
    ...errorsOfAccess(endpoint),
    ...(needsCsrf(endpoint) ? (['csrf'] as const) : []),
    ...(endpoint.access === 'owner' ? (['forbidden'] as const) : []),
    ...(worksUnserved(endpoint) ? [] : (['subscriptionOff'] as const)),
    ...(endpoint.needsProof ? (['proofNeeded'] as const) : []),
    ...(endpoint.body ? (['payloadTooLarge', 'unsupportedMediaType'] as const) : []),
    ...endpoint.errors,
    'internal',
    'unavailable',
  ]);
}

function failures(endpoint: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\`: ${errorCatalogue[code].text}`).join('\n\n'),
        ...(status === 429 && headersOf(endpoint, 'Retry-After')),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** `input` describes what a caller may send, before defaults and coercion; `output` describes the response. */
function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: dropSafeBounds });
  return rest;
}

/** Every integer is a safe JavaScript integer: stating these bounds in the document would be noise. */
function dropSafeBounds({ jsonSchema: schema }: { readonly jsonSchema: JsonSchema }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
