import * as z from 'zod/mini';
import { ExternalError } from '../external-error.ts';

/** A field that Amazon may leave out. Missing and null both become `null`; no value is assumed. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null);

/**
 * A number of units. Amazon's models allow a number below zero. It is read as none, because watchdogs of stock compare
 * with zero.
 */
export const units = z.pipe(
  z.int(),
  z.transform((told) => Math.max(0, told)),
);

/**
 * Parses an answer with a schema that names only the fields that are read. An answer of another form counts as a
 * temporary failure, because a later answer may be well-formed.
 */
export function parseAnswer<Schema extends z.ZodMiniType>(
  operation: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformedAnswer(operation, describe(parsed.error));
}

/**
 * An answer without the expected content is treated as a temporary failure, because the next answer may be complete.
 */
export const malformedAnswer = (operation: string, reason: string, cause?: unknown): ExternalError =>
  new ExternalError(operation, `malformed answer: ${reason}`, { isPermanent: false, cause });

/** A refused part of an answer and the reason. It is counted and logged, and no conclusion is drawn from it. */
export interface Refusal {
  readonly subject: string;
  readonly reason: string;
  /** The ASIN of a part that does not say which member it belongs to. */
  readonly asin?: string;
  /** True if the marketplace says that it failed itself, so that it may answer within minutes. */
  readonly isTemporary?: true;
}

export interface Members<T> {
  readonly members: readonly T[];
  readonly refusals: readonly Refusal[];
}

/** Parses each member of a list separately, so that one malformed member does not spoil the others. */
export function parseMembers<Schema extends z.ZodMiniType>(
  schema: Schema,
  list: readonly unknown[],
): Members<z.output<Schema>> {
  const members: z.output<Schema>[] = [];
  const refusals: Refusal[] = [];
  for (const [index, entry] of list.entries()) {
    const parsed = schema.safeParse(entry);
    if (parsed.success) members.push(parsed.data);
    else refusals.push({ subject: `member ${index}`, reason: malformed(parsed.error) });
  }
  return { members, refusals };
}

/** Parses one member, or returns the reason why it is malformed. */
export function readMember<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: unknown,
): z.output<Schema> | { readonly reason: string } {
  const parsed = schema.safeParse(raw);
  return parsed.success ? parsed.data : { reason: malformed(parsed.error) };
}

const malformed = (error: z.core.$ZodError): string => `malformed: ${describe(error)}`;

const describe = (error: z.core.$ZodError): string =>
  error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'body'} ${issue.message}`)
    .join('; ');
