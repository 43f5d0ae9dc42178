import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../base/errors.ts';
import { endpoint } from './endpoint.ts';
import { contract } from './index.ts';
import { openApi } from './openapi.ts';

const operationShape = z.looseObject({
  operationId: z.string(),
  summary: z.string().check(z.minLength(1)),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z.optional(z.looseObject({ required: z.boolean() })),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      content: z.optional(z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) })),
    }),
  ),
});
const documentShape = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});

const documentOf = (given: Parameters<typeof openApi>[0]) => documentShape.parse(openApi(given));
const onlyOperation = (declared: Parameters<typeof openApi>[0][string][string]) =>
  Object.values(Object.values(documentOf({ area: { call: declared } }).paths)[0] ?? {})[0];

const document = documentOf(contract);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const declared = Object.values(contract).flatMap((area) => Object.values(area));

describe('the document of the contract', () => {
  test('holds every call once, under a name of its own', () => {
    expect(operations).toHaveLength(declared.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(declared.length);
  });

  test('declares every parameter of a path', () => {
    for (const [path, calls] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();
      for (const { parameters } of Object.values(calls)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => name).toSorted()).toEqual(named);
        expect(inPath.every(({ required }) => required)).toBe(true);
      }
    }
    expect(Object.keys(document.paths).filter((path) => path.includes(':'))).toEqual([]);
  });

  test('says that a log-in without a second step is answered without a body', () => {
    const { responses } = document.paths['/api/auth/login/standard']?.['post'] ?? {};

    expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['200', '204']));
    expect(responses?.['200']?.content?.['application/json'].schema).toMatchObject({ required: ['secondStep'] });
    expect(responses?.['204']).not.toHaveProperty('content');
  });

  test('holds schemas that a validator takes', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const answers = operations.flatMap(({ responses }) => responses['200']?.content?.['application/json'] ?? []);

    expect(answers.length).toBeGreaterThan(0);
    expect(() => answers.forEach(({ schema }) => ajv.compile(schema))).not.toThrow();
  });

  test('describes the days of a range by their form', () => {
    const ranges = operations.filter(({ operationId }) => ['listSales', 'listCosts'].includes(operationId));
    const days = ranges.flatMap(({ parameters }) => parameters.filter(({ name }) => ['from', 'to'].includes(name)));

    expect(days.map(({ schema }) => schema)).toEqual(
      Array.from({ length: 4 }, () => ({ type: 'string', pattern: String.raw`^20\d\d-\d\d-\d\d$` })),
    );
  });

  test('is plain JSON', () => {
    const plain = openApi(contract);

    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
  });
});

describe('one call', () => {
  const change = endpoint({
    method: 'PUT',
    path: '/api/things/:id',
    summary: 'Changes a thing',
    access: 'owner',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string(), minutes: z._default(z.int(), 5) }),
    response: z.void(),
    errors: ['notFound'],
  });
  const look = endpoint({
    method: 'GET',
    path: '/api/things',
    summary: 'Lists things',
    access: 'public',
    query: z.object({ page: z.optional(z.coerce.number()) }),
    response: z.object({ names: z.array(z.string()) }),
    errors: [],
  });

  test('a call that changes something needs a session and the CSRF header', () => {
    expect(onlyOperation(change)?.security).toEqual([{ session: [], csrf: [] }]);
    expect(onlyOperation(look)?.security).toEqual([]);
    expect(onlyOperation({ ...look, access: 'session' })?.security).toEqual([{ session: [] }]);
  });

  test('the call that hands the CSRF token out does not need it', () => {
    expect(onlyOperation({ ...change, access: 'public', withoutCsrf: true })?.security).toEqual([]);
  });

  test('every parameter of the path is required', () => {
    const lenient = onlyOperation({ ...change, params: z.object({ id: z._default(z.string(), '1') }) });

    expect(lenient?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
  });

  test('the failures are those of the declaration and of the gate in front of every call', () => {
    const { 204: done, 400: bad, 401: anonymous, 403: refused, 404: missing } = onlyOperation(change)?.responses ?? {};

    expect(done?.content).toBeUndefined();
    expect([bad, anonymous, missing].every((response) => response?.content)).toBe(true);
    expect(refused?.description).toContain(errorCatalogue.csrf.text);
    expect(refused?.description).toContain(errorCatalogue.forbidden.text);
    expect(Object.keys(onlyOperation(look)?.responses ?? {})).toEqual(['200', '400', '500', '503']);
  });

  test('a call for programs names its limit of calls, when to go on after a refusal, and the answer that is known', () => {
    const read = onlyOperation({ ...look, access: 'token' });
    const headersOf = (status: string) => Object.keys(read?.responses[status]?.['headers'] ?? {});

    expect(headersOf('200')).toEqual(['RateLimit', 'RateLimit-Policy', 'ETag']);
    expect(headersOf('304')).toEqual(headersOf('200'));
    expect(headersOf('429')).toEqual(['RateLimit', 'RateLimit-Policy', 'Retry-After']);
    expect(read?.parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
    expect(onlyOperation(look)?.responses['200']?.['headers']).toBeUndefined();
  });

  test('a call with a body names the refusals of a body that is too large or no JSON', () => {
    expect(Object.keys(onlyOperation(change)?.responses ?? {})).toEqual(expect.arrayContaining(['413', '415']));
  });

  test('the response schema accepts what is declared and nothing else', () => {
    const answer = onlyOperation(look)?.responses['200'];
    const fits = new Ajv2020().compile(answer?.content?.['application/json'].schema ?? false);

    expect(fits({ names: ['skillet'] })).toBe(true);
    expect(fits({ names: [1] })).toBe(false);
    expect(fits({ names: [], secret: 'x' })).toBe(false);
  });

  test('required fields and defaults are stated', () => {
    expect(onlyOperation(change)?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['name'], properties: { minutes: { default: 5 } } } } },
    });
    expect(onlyOperation(look)?.parameters).toMatchObject([{ name: 'page', in: 'query', required: false }]);
  });
});
