import * as z from 'zod/mini';
import { maybe } from '../marketplace/answer.ts';

/** Stands in every answer of Rainforest. Without it an answer says neither that there is a page nor that there is none. */
export const requestInfo = z.object({
  success: z.boolean(),
  message: maybe(z.string()),
  credits_used_this_request: maybe(z.number()),
});
type RequestInfo = z.output<typeof requestInfo>;

const paidRequest = z.object({ request_info: z.object({ credits_used_this_request: z.number() }) });

/** One page is one credit, also where the answer does not say so. */
export function creditsOf(body: unknown): number {
  const used = paidRequest.safeParse(body).data?.request_info.credits_used_this_request ?? 1;
  return Math.max(0, Math.round(used));
}

/** An answer may say in its body that it is none. */
export const whyFailed = ({ success, message }: RequestInfo): string | null =>
  success ? null : (message ?? 'the provider could not load the page');
