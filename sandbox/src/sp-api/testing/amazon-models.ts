import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019, type AnySchema, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';

const folder = join(import.meta.dirname, '../../../../../shared/reference/sp-api');

/** Amazon's API models are kept outside the repository. Tests that need them are skipped if they are missing. */
export const hasModels = existsSync(folder);

/** Prints why tests are skipped. */
export function explainMissingModels(): void {
  if (!hasModels) process.stdout.write('No ../shared/reference/sp-api: answers are not validated against the models\n');
}

type Json = { [key: string]: unknown };

/** Returns a validator for answers; it lists violations of the model, including fields the model does not name. */
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

/** Returns a validator for notifications; problems that contain `ignored`, a known schema mistake, are left out. */
export function notificationValidator(file: string, ignored?: string): (message: unknown) => string[] {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  const text = readFileSync(join(folder, 'notifications', file), 'utf8');
  // Some schemas use the same $id for several parts, which ajv refuses as ambiguous.
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

/** Forbids undeclared fields. Amazon's models allow them, but in a generated answer they are mistakes. */
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

/** Returns definitions used in an `allOf`. They must allow other fields, or the composition would always fail. */
function partsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (!isObject(value)) return [];
  const composed = Array.isArray(value['allOf']) ? value['allOf'] : [];
  const names = composed.flatMap((part) => (isObject(part) && typeof part['$ref'] === 'string' ? [part['$ref']] : []));
  return [...names.map((ref) => ref.replace('#/definitions/', '')), ...Object.values(value).flatMap(partsIn)];
}
