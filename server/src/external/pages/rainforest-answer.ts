import * as z from 'zod/mini';
import { maybe } from '../marketplace/answer.ts';

/** Around every answer of Rainforest. */
export const requestInfo = maybe(
  z.object({
    success: maybe(z.boolean()),
    message: maybe(z.string()),
    credits_used_this_request: maybe(z.number()),
  }),
);
type RequestInfo = z.output<typeof requestInfo>;

const envelope = z.object({ request_info: requestInfo });

/** One page is one credit, also where the answer does not say so. */
export function creditsOf(body: unknown): number {
  const used = envelope.safeParse(body).data?.request_info?.credits_used_this_request ?? 1;
  return Math.max(0, Math.round(used));
}

/** An answer may say in its body that it is none. */
export const whyFailed = (info: RequestInfo): string | null =>
  info?.success === false ? (info.message ?? 'the provider could not load the page') : null;
