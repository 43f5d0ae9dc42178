import * as z from 'zod/mini';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import type { Example } from './endpoints.ts';

type Part = 'params' | 'query' | 'body';
type Schema = z.core.JSONSchema._JSONSchema;

/** A path to a text: 0 is the first member of a list; a record with open names uses any name. */
type Path = readonly (string | 0)[];

export interface TextField {
  readonly part: Part;
  readonly path: Path;
}

/**
 * All free text fields of a call: those of its schemas, because no example contains all of them, and those of its
 * example, because the settings of a kind have their own schemas.
 */
export const textFieldsOf = (endpoint: Endpoint, example: Example): readonly TextField[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    const json = schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const given = example[part] instanceof FormData ? [] : textsOf(example[part]);
    const paths = [...(json ? textsIn(json) : []), ...given].map((path) => JSON.stringify(path));
    return [...new Set(paths)].map((path) => ({ part, path: pathFrom(path) }));
  });

function textsOf(value: unknown): readonly Path[] {
  if (typeof value === 'string') return [[]];
  if (Array.isArray(value)) return textsOf(value[0]).map((path): Path => [0, ...path]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner).map((path): Path => [name, ...path]));
}

const pathFrom = (text: string): Path => JSON.parse(text);

/** Returns the paths of free texts in a schema. The values of an enum are not free. */
function textsIn(schema: Schema): readonly Path[] {
  if (typeof schema === 'boolean' || schema.enum || schema.const !== undefined) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [], oneOf = [] } = schema;
  const under = (name: string | 0, inner: Schema) => textsIn(inner).map((path): Path => [name, ...path]);
  const parts = [...anyOf, ...allOf, ...oneOf].flatMap((one) => textsIn(one));
  const own: readonly Path[] = schema.type === 'string' ? [[]] : [];
  const named = Object.entries(properties).flatMap(([name, inner]) => under(name, inner));
  const listed = items && !Array.isArray(items) ? under(0, items) : [];
  const open = typeof additionalProperties === 'object' ? under('anything', additionalProperties) : [];
  return [...own, ...parts, ...named, ...listed, ...open];
}

/** Returns the value with the text at the path, and creates missing parents. */
export function withTextAt(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (name === 0) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withTextAt(first, rest, text), ...others];
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const inner = Object.entries(fields).find(([key]) => key === name)?.[1];
  return { ...fields, [name]: withTextAt(inner, rest, text) };
}
