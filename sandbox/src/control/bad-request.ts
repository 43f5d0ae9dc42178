import type * as z from 'zod/mini';

/** An invalid control request; the message is sent to the caller with status 400. */
export class BadRequest extends Error {
  override name = 'BadRequest';
  /** Fastify uses this field as the response status. */
  readonly statusCode = 400;
}

export function parseOrRefuse<T extends z.ZodMiniType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'could not be parsed'}`);
}
