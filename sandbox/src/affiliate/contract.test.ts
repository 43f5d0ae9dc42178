import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { affiliate } from './plugin.ts';

const folder = join(import.meta.dirname, '../../../../shared/reference/firstpromoter');
/** The published description is kept outside the repository. Tests that need it are skipped if it is missing. */
const hasReference = existsSync(folder);

interface Schema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
}
interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
}
interface Description {
  readonly paths: Readonly<
    Record<string, Record<string, { readonly requestBody?: Content; readonly responses: Record<string, Content> }>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const read = (file: string): Description => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const schemaOf = (content: Content | undefined): Schema => content?.content?.['application/json'].schema ?? {};

const credentials = { key: 'k', accountId: 'a' };
const headers = { authorization: 'Bearer k', 'account-id': 'a' };
const app = fastify();
beforeAll(async () => {
  await app.register(affiliate(credentials));
});

const reports = [
  ['signup', { uid: 'u', ref_id: 'partner-spring', created_at: '2026-11-20T08:00:00Z', skip_email_notification: true }],
  ['sale', { uid: 'u', event_id: 'sale-1', amount: 999 }],
  ['refund', { uid: 'u', event_id: 'refund-1', amount: '300', sale_event_id: 'sale-1' }],
  ['cancellation', { uid: 'u' }],
] as const;

describe.skipIf(!hasReference)('Against the published description', () => {
  test.each(reports)(
    'a %s has the parameters of the description, and its answer only fields of it',
    async (kind, body) => {
      const description = read('tracking.json');
      const undeclared = undeclaredBy(description);
      const operation = description.paths[`/${kind}`]?.['post'];

      expect(undeclared(body, schemaOf(operation?.requestBody))).toEqual([]);
      expect(new Ajv2019({ strict: false }).validate(schemaOf(operation?.requestBody), body)).toBe(true);
      const answer = await app.inject({
        method: 'POST',
        url: `/affiliate/api/v2/track/${kind}`,
        headers,
        payload: body,
      });
      expect(answer.statusCode).toBe(200);
      expect(undeclared(answer.json(), schemaOf(operation?.responses['200']))).toEqual([]);
    },
  );

  test('a promoter has only fields of the description', async () => {
    const description = read('promoters.json');
    const url = '/affiliate/api/v2/company/promoters/partner-spring?find_by=ref_token';

    const answer = await app.inject({ url, headers });

    expect(answer.statusCode).toBe(200);
    const { Promoter: schema = {} } = description.components.schemas;
    expect(undeclaredBy(description)(answer.json(), schema)).toEqual([]);
  });
});

test.each([
  ['/affiliate/api/v2/company/promoters/nobody?find_by=ref_token', headers, 404],
  ['/affiliate/api/v2/company/promoters/partner-spring', headers, 404],
  ['/affiliate/api/v2/company/promoters/partner-spring?find_by=ref_token', { authorization: 'Bearer k' }, 401],
])('%s with %j is answered with %d', async (url, given, status) => {
  expect((await app.inject({ url, headers: given })).statusCode).toBe(status);
});

/** Returns a function that lists the paths of fields that a schema does not have or has with another type. */
function undeclaredBy({ components: { schemas } }: Description) {
  const undeclared = (value: unknown, given: Schema, path = ''): string[] => {
    const schema = schemas[given.$ref?.split('/').at(-1) ?? ''] ?? given;
    const { properties, items = {} } = schema;
    if (value === null) return schema.nullable ? [] : [path];
    if (Array.isArray(value)) return value.flatMap((item) => undeclared(item, items, `${path}[]`));
    if (typeof value === 'object' && properties) {
      return Object.entries(value).flatMap(([field, inner]) => {
        const declared = properties[field];
        return declared ? undeclared(inner, declared, `${path}.${field}`) : [`${path}.${field}`];
      });
    }
    const type = typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
    return schema.type === type ? [] : [`${path}: ${type} instead of ${schema.type}`];
  };
  return undeclared;
}
