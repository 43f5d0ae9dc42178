import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import type { Exchange } from './exchanges.ts';

const folder = join(import.meta.dirname, '../../../../../shared/reference/stripe');

/** Stripe's schemas are kept outside the repository. Tests that need them are skipped if they are missing. */
export const hasReference = existsSync(folder);

export function explainMissingReference(): void {
  if (!hasReference)
    process.stdout.write('No ../shared/reference/stripe: the calls of the payment provider are not held against it\n');
}

export interface Schema {
  readonly [key: string]: unknown;
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const files = new Map<string, Schema>();

function read(file: string): Schema {
  const known = files.get(file) ?? JSON.parse(readFileSync(join(folder, file), 'utf8'));
  files.set(file, known);
  return known;
}

/** Returns an operation such as `POST /v1/customers`, or undefined if the reference does not contain it. */
function operationOf(signature: string): Schema | undefined {
  const operations = read('operations.json')['operations'];
  const operation = isSchema(operations) ? operations[signature] : undefined;
  return isSchema(operation) ? operation : undefined;
}

/** Returns the parameters of an operation, or undefined if the reference does not contain the operation. */
export function parametersOf(signature: string): Schema | undefined {
  const params = operationOf(signature)?.['params'];
  return isSchema(params) ? params : undefined;
}

/**
 * Returns a validator of exchanges. It lists parameters of the request that Stripe does not declare or declares with
 * another type or value, and the fields of the answer that are undeclared, missing or of another type.
 */
export function exchangeValidator(): (exchange: Exchange) => string[] {
  const validateObject = objectValidator();
  // Form fields are always strings, so the validator converts them to the declared types.
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, coerceTypes: true });
  const compiled = new Map<string, ValidateFunction>();
  return ({ signature, fields, answer }) => {
    const operation = operationOf(signature);
    if (!operation) return [`The reference has no ${signature}`];
    const parameters = closed(parametersOf(signature) ?? {}, {}) as Schema;
    const validate = compiled.get(signature) ?? ajv.compile({ ...parameters, additionalProperties: false });
    compiled.set(signature, validate);
    validate(structuredClone(fields));
    const [first = ''] = String(operation['answers']).split(' | ');
    return [...errorsOf(validate), ...answerErrors(answer, first, validateObject)].map(
      (error) => `${signature}: ${error}`,
    );
  };
}

/** Lists how an answer differs from the type that the reference names: `Invoice`, `ApiListPromise<Invoice>`. */
function answerErrors(answer: unknown, type: string, validateObject: (object: unknown) => string[]): string[] {
  if (!isSchema(answer)) return [`${JSON.stringify(answer)} is no object`];
  const [, member] = /^ApiListPromise<(\w+)>$/.exec(type) ?? [];
  if (member !== undefined) {
    const { data, ...envelope } = answer;
    const isList = Array.isArray(data) && envelope['object'] === 'list' && typeof envelope['has_more'] === 'boolean';
    if (!isList || typeof envelope['url'] !== 'string') return [`${JSON.stringify(envelope)} is no list`];
    return data.flatMap((object) => answerErrors(object, member, validateObject));
  }
  const isDeleted = type.startsWith('Deleted');
  const name = objectNames[type] ?? snakeCase(isDeleted ? type.slice('Deleted'.length) : type);
  if (answer['object'] !== name) return [`answers ${String(answer['object'])}, not ${name}`];
  if (isDeleted)
    return Object.keys(answer).toSorted().join() === 'deleted,id,object' ? [] : [`${JSON.stringify(answer)} is more`];
  // The reference does not describe events. Another test validates the objects that events contain.
  return name === 'event' ? [] : validateObject(answer);
}

/** The `object` values of types for which it is not the type's name in snake case. */
const objectNames: Readonly<Record<string, string>> = {
  Account: 'financial_connections.account',
  InvoiceLineItem: 'line_item',
};

const snakeCase = (type: string): string =>
  type.replaceAll(/(?<=[a-z])[A-Z]/g, (capital) => `_${capital}`).toLowerCase();

export function errorCodes(): readonly unknown[] {
  const { codes } = read('errors.json');
  return Array.isArray(codes) ? codes : [];
}

export const eventTypes = (): Schema => {
  const { types } = read('events.json');
  return isSchema(types) ? types : {};
};

/** Returns a validator of objects; it lists missing, wrong and undeclared fields. */
export function objectValidator(): (object: unknown) => string[] {
  const objects = read('objects.json')['objects'];
  const known = isSchema(objects) ? objects : {};
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, inlineRefs: false });
  ajv.addSchema({ $id: 'stripe', objects: closed(known, known) });
  const compiled = new Map<string, ValidateFunction>();
  return (object) => {
    const name = isSchema(object) ? String(object['object']) : '';
    if (!(name in known)) return [`The reference has no object ${name}`];
    const validate = compiled.get(name) ?? ajv.compile({ $ref: `stripe#/objects/${name}` });
    compiled.set(name, validate);
    validate(object);
    return errorsOf(validate).map((error) => `${name}${error}`);
  };
}

const errorsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? [])
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf')
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);

/** Turns the reference's spelling into JSON Schema, and forbids fields that it does not declare. */
function closed(value: unknown, known: Schema): unknown {
  if (Array.isArray(value)) return value.map((part) => closed(part, known));
  if (!isSchema(value)) return value;
  const { nullable, 'x-list-of': listOf, 'x-cut': cut, 'x-open': open, ...rest } = value;
  const schema = convert({ ...rest, ...(open === true ? { enum: undefined } : {}) }, { listOf, cut, known });
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

function convert(rest: Schema, { listOf, cut, known }: { listOf: unknown; cut: unknown; known: Schema }): Schema {
  const ref = rest['$ref'];
  if (typeof ref === 'string') {
    const name = ref.replace('#/objects/', '');
    return name in known ? { $ref: `stripe#/objects/${name}` } : {};
  }
  if (listOf !== undefined) return listSchema(closed(listOf, known));
  const entries = Object.entries(rest).filter(([, part]) => part !== undefined);
  const own = Object.fromEntries(
    entries.map(([key, part]) => [key, key === 'properties' ? fields(part, known) : closed(part, known)]),
  );
  const isOpen =
    cut !== undefined || !('properties' in rest) || 'additionalProperties' in rest || isEmpty(rest['properties']);
  return isOpen ? own : { ...own, additionalProperties: false };
}

const isEmpty = (properties: unknown) => isSchema(properties) && Object.keys(properties).length === 0;

const fields = (properties: unknown, known: Schema) =>
  Object.fromEntries(
    Object.entries(isSchema(properties) ? properties : {}).map(([name, part]) => [name, closed(part, known)]),
  );

const listSchema = (member: unknown): Schema => ({
  type: 'object',
  required: ['object', 'data', 'has_more', 'url'],
  properties: { object: { const: 'list' }, data: { type: 'array', items: member } },
});
