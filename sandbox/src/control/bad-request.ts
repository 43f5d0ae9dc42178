import type * as z from 'zod/mini';

/** What the caller got wrong, in words for the caller. */
export class BadRequest extends Error {
  override name = 'BadRequest';
  /** Read by the HTTP server. */
  readonly statusCode = 400;
}

export function parseOrRefuse<T extends z.ZodMiniType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
}
