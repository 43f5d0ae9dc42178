import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { injectionOf } from './browser.ts';
import { fieldsOf, type Example } from './endpoints.ts';

/** A request with one error, and a description of the error. */
interface BadRequest {
  readonly what: string;
  readonly request: InjectOptions;
}

type Part = 'params' | 'query' | 'body';
interface Leaf {
  readonly part: Part;
  readonly name: string;
  readonly value: unknown;
}

/** Generates errors that apply to every call. Only declared fields are damaged. */
export function badRequests(endpoint: Endpoint, example: Example): fc.Arbitrary<BadRequest> {
  const leaves = (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(example[part] ?? {}).map(([name, value]) => ({ part, name, value })),
  );
  const damages = leaves.map((leaf) => damagedLeaf(endpoint, example, leaf));
  return fc.oneof(
    ...damages,
    ...(endpoint.body ? [damagedBody(endpoint, example)] : []),
    unreadableUrl(endpoint, example),
  );
}

const notText = ['\0', 'a\0b', '\ud800', '\udfff x', 'x'.repeat(20_001)];
const notAnything = [{}, { a: 1 }, [[]], true, null];

/** Texts that cannot be stored or are too long; in JSON also values of other types. */
function damagedLeaf(endpoint: Endpoint, example: Example, { part, name, value }: Leaf): fc.Arbitrary<BadRequest> {
  const texts = typeof value === 'string' ? notText : ['', ' ', 'x', '1e999', 'NaN', '1.5', '-99999999999'];
  const others = part === 'body' ? notAnything.filter((other) => typeof other !== typeof value || other === null) : [];
  return fc.constantFrom(...texts.filter((text) => isWrong(part, text)), ...others).map((wrong) => ({
    what: `${part}.${name} = ${JSON.stringify(wrong).slice(0, 40)}`,
    request: injectionOf(endpoint, { ...example, [part]: { ...fieldsOf(example[part]), [name]: wrong } }),
  }));
}

/** A URL cannot contain half of a surrogate pair, and an empty segment would be another path. */
const isWrong = (part: Part, text: string): boolean => part === 'body' || (text.isWellFormed() && text.trim() !== '');

function damagedBody(endpoint: Endpoint, example: Example): fc.Arbitrary<BadRequest> {
  const sound = injectionOf(endpoint, example);
  const isOptional = endpoint.body !== undefined && z.safeParse(endpoint.body, undefined).success;
  const json = (payload: string, what: string): BadRequest => ({
    what,
    request: { ...sound, payload, headers: { 'content-type': 'application/json' } },
  });
  return fc.oneof(
    fc
      .constantFrom(
        '{',
        '{"a":',
        "{'a':1}",
        '[1,]',
        '{"a":1}}',
        'undefined',
        '{"__proto__":{"a":1}}',
        '\0',
        ...(isOptional ? [] : ['']),
      )
      .map((text) => json(text, `body is not JSON: ${text}`)),
    fc.constantFrom('[]', '"text"', '17', 'true', '[[]]').map((text) => json(text, `body is ${text}`)),
    fc.string({ unit: 'binary', minLength: 1 }).map((text) => json(`{${text}`, `body is not JSON: {${text}`)),
    fc.constant(json(`{"x":"${'x'.repeat(1_100_000)}"}`, 'body of more than a megabyte')),
    fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'text/html').map((type) => ({
      what: `body is ${type}`,
      request: { ...sound, payload: '<a>1</a>', headers: { 'content-type': type } },
    })),
  );
}

function unreadableUrl(endpoint: Endpoint, example: Example): fc.Arbitrary<BadRequest> {
  const sound = injectionOf(endpoint, example);
  const path = typeof sound.url === 'string' ? sound.url : '';
  return fc.constantFrom('/%', '/%ZZ', '/%E0%A4', '/%00', '/../x').map((end) => ({
    what: `address ends in ${end}`,
    request: { ...sound, url: path.replace(/(\?|$)/, `${end}$1`) },
  }));
}
