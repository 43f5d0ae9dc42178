import * as z from 'zod/mini';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { errorsOf } from '@app/shared/contract/openapi.ts';
import { publicApiCalls } from '@app/shared/contract/public-api/index.ts';
import { errorCatalogue } from '@app/shared/base/errors.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface DocumentedField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  /** The values that the parameter accepts, in words. */
  readonly accepts: string;
  readonly isRequired: boolean;
}

export interface DocumentedCall {
  readonly name: string;
  readonly method: Endpoint['method'];
  /** The path, with `{name}` for its parameters. */
  readonly path: string;
  readonly summary: string;
  readonly scope: string | null;
  readonly fields: readonly DocumentedField[];
  /** A call for the command line. */
  readonly example: string;
  /** The form of the answer; empty for a call without one. */
  readonly answer: string;
  readonly errors: readonly string[];
}

/**
 * Query parameters and bodies of the examples. With these values each call whose path has no id succeeds as it is
 * printed.
 */
const exampleInputs: Readonly<Record<string, { readonly query?: string; readonly body?: object }>> = {
  listAlerts: { query: 'state=open&limit=3' },
  listProducts: { query: 'limit=3' },
  getTimeline: { query: 'lookbackDays=30' },
  listSales: { query: 'limit=7' },
  listStock: { query: 'limit=3' },
  listFreshness: { query: 'late=true' },
  muteIssue: { body: { minutes: 60 } },
  changeIssueStatus: { body: { status: 'inProgress' } },
  subscribeHook: { body: { url: 'https://hooks.example.com/watchpost', event: 'alertRaised' } },
};

/** The calls for programs, as their declarations describe them. @param origin of this installation */
export const documentCalls = (origin: string): readonly DocumentedCall[] =>
  Object.entries<Endpoint>(publicApiCalls).map(([name, endpoint]) => ({
    name,
    method: endpoint.method,
    path: pathOf(endpoint),
    summary: endpoint.summary,
    scope: endpoint.scope ?? null,
    fields: (['path', 'query', 'body'] as const).flatMap((place) => fieldsOf(endpoint, place)),
    example: exampleOf(name, endpoint, origin),
    answer: answerOf(endpoint),
    errors: [...errorsOf(endpoint)].map(
      (code) => `${errorCatalogue[code].status} ${code}: ${errorCatalogue[code].text}`,
    ),
  }));

const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, '{$1}');

function fieldsOf(endpoint: Endpoint, place: DocumentedField['place']): readonly DocumentedField[] {
  const schema = { path: endpoint.params, query: endpoint.query, body: endpoint.body }[place];
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place,
    accepts: typeof property === 'object' ? acceptsText(property) : 'any value',
    isRequired: place === 'path' || required.includes(name),
  }));
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

function acceptsText({ type, enum: choices, minimum, maximum, default: usual }: JsonSchema): string {
  const kind = choices ? choices.map(String).join(' | ') : typeText(type);
  const isBounded = minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  const range = isBounded ? `, ${minimum} to ${maximum}` : '';
  const fallback = ['string', 'number'].includes(typeof usual) ? `, ${String(usual)} unless given` : '';
  return `${kind}${range}${fallback}`;
}

const typeText = (type: JsonSchema['type'] | readonly string[]): string => [type ?? 'any'].flat().join(' | ');

/** Returns an example of the call for the command line, with shell variables for the parameters of the path. */
function exampleOf(name: string, endpoint: Endpoint, origin: string): string {
  const { query, body } = exampleInputs[name] ?? {};
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => `$${shellName(parameter)}`);
  const lines = [
    `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}"${origin}${path}${query ? `?${query}` : ''}"`,
    '-H "Authorization: Bearer $WATCHPOST_TOKEN"',
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

const shellName = (parameter: string): string => parameter.replaceAll(/([A-Z])/g, '_$1').toUpperCase();

function answerOf({ response }: Endpoint): string {
  if (response._zod.def.type === 'void') return '';
  return JSON.stringify(formOf(schemaOf(response, 'output')), null, 2);
}

/** The form of a value: each field with the name of its type. */
function formOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return 'any';
  const { type, properties, items, anyOf, enum: choices, const: only } = schema;
  if (anyOf) {
    const [first = {}, ...others] = anyOf;
    const isNullable = others.some((other) => typeof other === 'object' && other.type === 'null');
    const form = formOf(first);
    return typeof form === 'string' && isNullable ? `${form} | null` : form;
  }
  if (choices) return choices.map(String).join(' | ');
  if (only !== undefined) return only;
  if (type === 'array') return items !== undefined && !Array.isArray(items) ? [formOf(items)] : [];
  if (!properties) return typeText(type);
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, formOf(property)]));
}
