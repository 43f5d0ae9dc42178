import * as z from 'zod/mini';
import { bracketName, type FormFields } from './form.ts';
import { badRequest, missing, type StripeError } from './stripe-error.ts';

export const text = z.string().check(z.minLength(1), z.maxLength(5000));
/** A text; an empty string clears the stored one. */
export const clearableText = z.pipe(
  z.string().check(z.maxLength(5000)),
  z.transform((value) => (value === '' ? null : value)),
);
export const integer = z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number));
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);
const cleared = z.pipe(
  z.literal(''),
  z.transform(() => null),
);
export const clearable = <T extends z.ZodMiniType>(schema: T) => z.union([cleared, schema]);

/** Keys with an empty value are deleted; an empty string deletes all. */
export const metadata = clearable(
  z
    .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
    .check(z.refine((entries) => Object.keys(entries).length <= 50)),
);

const range = z.strictObject({
  gt: z.optional(integer),
  gte: z.optional(integer),
  lt: z.optional(integer),
  lte: z.optional(integer),
});

export const expandable = { expand: z.optional(z.array(text)) };
export const created = { created: z.optional(z.union([integer, range])) };
export const paging = {
  ...expandable,
  limit: z.optional(integer),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
};

export const address = z.strictObject({
  city: z.optional(clearableText),
  country: z.optional(clearableText),
  line1: z.optional(clearableText),
  line2: z.optional(clearableText),
  postal_code: z.optional(clearableText),
  state: z.optional(clearableText),
});

/** Refuses unknown, missing and malformed parameters with the error of the first one. */
export function parseParameters<T extends z.ZodMiniType>(schema: T, fields: FormFields): z.infer<T> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw refusalOf(deepest(parsed.error.issues), fields);
}

type Issue = z.core.$ZodIssue;

/** Returns the issue with the longest path. In a union this is an issue of the branch that matches best. */
function deepest(issues: readonly Issue[], base: readonly PropertyKey[] = []): Issue {
  const all = issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      return issue.errors.map((branch) => deepest(branch, path));
    return [{ ...issue, path }];
  });
  const [first, ...others] = all;
  if (!first) throw new Error('A refused request has at least one issue');
  return others.reduce((best, issue) => (rankOf(issue) > rankOf(best) ? issue : best), first);
}

// An unknown parameter is refused before a missing one, as by Stripe.
const rankOf = (issue: Issue): number => issue.path.length * 2 + (issue.code === 'unrecognized_keys' ? 3 : 0);

function refusalOf(issue: Issue, fields: FormFields): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => bracketName([...issue.path, key]));
    const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
    return badRequest(message, { code: 'parameter_unknown', param: names[0] ?? '' });
  }
  const param = bracketName(issue.path);
  const value = valueAt(fields, issue.path);
  if (value === undefined) return missing(param);
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return badRequest(message, { code: 'parameter_invalid_empty', param });
  }
  if (issue.code === 'invalid_format')
    return badRequest(`Invalid integer: ${JSON.stringify(value)}`, { code: 'parameter_invalid_integer', param });
  if (issue.code === 'invalid_value')
    return badRequest(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param });
  return badRequest(`Invalid ${param}: ${issue.message}`, { param });
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    fields,
  );
}
