import * as z from 'zod/mini';
import { maybe } from '../marketplace/answers/answer.ts';

/** Part of every answer of Rainforest. An answer without it proves neither that a page exists nor that it does not. */
export const requestInfo = z.object({
  success: z.boolean(),
  message: maybe(z.string()),
  credits_used_this_request: maybe(z.number()),
});
type RequestInfo = z.output<typeof requestInfo>;

const paidRequest = z.object({ request_info: z.object({ credits_used_this_request: z.number() }) });

/** A page costs one credit, even if the answer does not state it. */
export function creditsOf(body: unknown): number {
  const used = paidRequest.safeParse(body).data?.request_info.credits_used_this_request ?? 1;
  return Math.max(0, Math.round(used));
}

/** Returns the reason for a failure that a successful response states in its body, or `null`. */
export const whyFailed = ({ success, message }: RequestInfo): string | null =>
  success ? null : (message ?? 'the provider could not load the page');
