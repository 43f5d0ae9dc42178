import * as z from 'zod/mini';

/** Describes the values that a setting accepts: "a whole number from 1 to 120", "HIGH, MEDIUM or LOW". */
export function allowedText(schema: z.core.$ZodType): string {
  const { type, minimum, maximum, anyOf, enum: choices } = z.toJSONSchema(schema, { io: 'input' });
  if (choices) return listed.format(choices.map(String));
  if (type === 'boolean') return 'true or false';
  const values = optionsOf(anyOf).filter((one) => one.type !== 'null');
  const { type: kind = type, minimum: least = minimum, maximum: most = maximum } = values[0] ?? {};
  const noun = kind === 'integer' ? 'a whole number' : kind === 'number' ? 'a number' : 'a value of another form';
  const signs = values.flatMap((one) => (one.const === undefined ? [] : [` or "${String(one.const)}"`]));
  return `${noun}${rangeText(least, isSafeBound(most) ? undefined : most)}${signs.join('')}`;
}

/** Returns the options of a union, and those of nested unions. */
const optionsOf = (options: z.core.JSONSchema._JSONSchema[] = []): z.core.JSONSchema.JSONSchema[] =>
  options.flatMap((one) => (typeof one === 'boolean' ? [] : one.anyOf ? optionsOf(one.anyOf) : [one]));

const listed = new Intl.ListFormat('en', { type: 'disjunction' });

/** True for a bound that Zod adds to every whole number, the precision of numbers: people need not read it. */
const isSafeBound = (bound: number | undefined): boolean => bound === Number.MAX_SAFE_INTEGER;

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${numberText(least)} to ${numberText(most)}`;
  if (least !== undefined) return ` of at least ${numberText(least)}`;
  return most === undefined ? '' : ` of at most ${numberText(most)}`;
}

const numberText = (number: number): string => number.toLocaleString('en-US');
