import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019, type AnySchema, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';

const folder = join(import.meta.dirname, '../../../../shared/reference/sp-api');

/** Amazon's own models lie beside the project, never in it; tests that need them are skipped without them. */
export const hasModels = existsSync(folder);

/** Says once why tests are skipped. */
export function explainMissingModels(): void {
  if (!hasModels) process.stdout.write('No ../shared/reference/sp-api: answers are not held against the models\n');
}

type Json = { [key: string]: unknown };

/** Gives what is wrong with an answer by the model, which here also refuses what it does not name. */
export function modelValidator(file: string): (operationId: string, status: number, body: unknown) => string[] {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  formats.default(ajv);
  const model = readJson(join(folder, 'openapi', file));
  closeObjects(model);
  ajv.addSchema(model, file);
  return (operationId, status, body) => {
    const pointer = responseSchema(model, operationId, status);
    return pointer === undefined
      ? [`${operationId} declares no answer ${status}`]
      : problems(ajv.compile({ $ref: `${file}${pointer}` }), body);
  };
}

/** Gives what is wrong with a message; `ignored` is a part of the schema known to be mistaken. */
export function notificationValidator(file: string, ignored?: string): (message: unknown) => string[] {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  const text = readFileSync(join(folder, 'notifications', file), 'utf8');
  // Some give one name to several parts, which then cannot be told apart.
  const schema: unknown = JSON.parse(text, (name, value: unknown) =>
    /^\$(schema|id)$/.test(name) ? undefined : value,
  );
  const validate = ajv.compile(schema as AnySchema);
  return (message) =>
    problems(validate, message).filter((problem) => ignored === undefined || !problem.includes(ignored));
}

function problems(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );
}

const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8'));
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function responseSchema(model: Json, operationId: string, status: number): string | undefined {
  for (const methods of Object.values(isObject(model['paths']) ? model['paths'] : {})) {
    for (const operation of Object.values(isObject(methods) ? methods : {})) {
      if (!isObject(operation) || operation['operationId'] !== operationId || !isObject(operation['responses']))
        continue;
      const response = operation['responses'][String(status)];
      const schema = isObject(response) ? response['schema'] : undefined;
      return isObject(schema) ? String(schema['$ref']) : undefined;
    }
  }
  return undefined;
}

/** A model allows any other field; an answer of ours with a field that Amazon does not have is a mistake. */
function closeObjects(model: Json): void {
  const definitions = isObject(model['definitions']) ? model['definitions'] : {};
  const parts = new Set(partsIn(definitions));
  for (const [name, definition] of Object.entries(definitions)) {
    if (!isObject(definition) || parts.has(name)) continue;
    if ('properties' in definition || 'allOf' in definition)
      definition['unevaluatedProperties'] ??= 'additionalProperties' in definition ? undefined : false;
    if (definition['unevaluatedProperties'] === undefined) delete definition['unevaluatedProperties'];
  }
}

/** The names of definitions that others are composed of: those must stay open, or nothing could be added to them. */
function partsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (!isObject(value)) return [];
  const composed = Array.isArray(value['allOf']) ? value['allOf'] : [];
  const names = composed.flatMap((part) => (isObject(part) && typeof part['$ref'] === 'string' ? [part['$ref']] : []));
  return [...names.map((ref) => ref.replace('#/definitions/', '')), ...Object.values(value).flatMap(partsIn)];
}
