import * as z from 'zod/mini';
import { ExternalError } from './external-error.ts';

/** A field that Amazon may leave out: missing and null are both `null`, never invented. */
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null);

/** Only the fields that are read are named; what does not have their form cannot be used, and may be better next time. */
export function parseAnswer<Schema extends z.ZodMiniType>(
  operation: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformedAnswer(operation, describe(parsed.error));
}

/** An answer that says nothing is no answer: it may be whole when it is asked for again. */
export const malformedAnswer = (operation: string, reason: string, cause?: unknown): ExternalError =>
  new ExternalError(operation, `malformed answer: ${reason}`, { isPermanent: false, cause });

/** What was refused of an answer, and why. It is counted and logged, and nothing is concluded from it. */
export interface Refusal {
  readonly subject: string;
  readonly reason: string;
}

export interface Members<T> {
  readonly members: readonly T[];
  readonly refusals: readonly Refusal[];
}

/** Takes a list apart so that one member in a strange form does not spoil the others. */
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

/** Reads one member, or says what is wrong with its form. */
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
