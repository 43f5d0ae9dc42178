import * as z from 'zod/mini';
import { invalidInput } from './error.ts';

interface ListLimits {
  readonly max?: number;
  readonly mayRepeat?: boolean;
}

/** A comma-delimited list in a query. A repeated parameter and duplicate values are refused. */
export function csv<Item extends z.ZodMiniType<string, string>>(
  item: Item,
  { max = 50, mayRepeat = false }: ListLimits = {},
) {
  const values = z.array(item).check(
    z.maxLength(max, `takes at most ${max} values`),
    z.refine((list) => mayRepeat || new Set(list).size === list.length, 'names a value twice'),
  );
  return z.pipe(
    z.pipe(
      z.string().check(z.minLength(1)),
      z.transform((text: string) => text.split(',')),
    ),
    values,
  );
}

export const nonEmpty = z.string().check(z.minLength(1));

/** An integer in a query. */
export const integer = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'is not an integer')), z.transform(Number)),
    z.number().check(z.minimum(min), z.maximum(max)),
  );

/** A boolean in a query: `true` or `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text: 'true' | 'false') => text === 'true'),
);

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A date-time in ISO 8601 with a time zone. */
export const instant = z.pipe(
  z.pipe(
    z.string().check(z.regex(isoInstant, 'is not an ISO 8601 date-time')),
    z.transform((text: string) => new Date(text)),
  ),
  z.date('is not an ISO 8601 date-time'),
);

/** Parses input; throws error 400 whose details list all problems. */
export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.map(describe).join('; '));
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.length > 0 ? `${issue.path.join('.')} ` : '';
  return issue.code === 'unrecognized_keys'
    ? `${place}unknown parameter ${issue.keys.join(', ')}`
    : place + issue.message;
}
