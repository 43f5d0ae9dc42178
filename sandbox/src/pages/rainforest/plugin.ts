import type { FastifyInstance } from 'fastify';
import { PageRefusal, type PageContext } from '../page-context.ts';
import { answerPageCall } from '../page-call.ts';
import { answerPage, type AnsweredPage } from './answer-page.ts';
import { pageTypes, readRequest } from './request.ts';

interface RainforestOptions {
  readonly apiKey: string;
  /** Prepaid credits; each page costs one. */
  readonly credits: number;
  /** Maximum number of concurrent requests. */
  readonly atOnce: number;
}

/** The first page provider, which imitates Rainforest: `GET /rainforest/request`. */
export function rainforest(context: PageContext, options: RainforestOptions): (app: FastifyInstance) => Promise<void> {
  const account = { used: 0, credits: options.credits };
  let waiting = 0;
  const answer = (query: Record<string, string>, isTooMany: boolean): { body: unknown; credits: number } => {
    if (isTooMany) throw new PageRefusal(429, 'Too many requests at the same time');
    if (query['api_key'] !== options.apiKey) throw new PageRefusal(401, 'The API key is not valid');
    const request = readRequest(query);
    if (account.used >= account.credits) throw new PageRefusal(402, 'The account has no credits left');
    const answered = answerPage(context.world, request);
    account.used += answered.credits;
    return { credits: answered.credits, body: envelope(answered, account, context.world.clock.now()) };
  };
  return async (app) => {
    app.get<{ Querystring: Record<string, string> }>('/rainforest/request', async ({ query }, reply) => {
      waiting += 1;
      const isTooMany = waiting > options.atOnce;
      return answerPageCall(context, {
        operation: operationOf(query['type']),
        reply,
        failureStatus: 503,
        answer: () => answer(query, isTooMany),
        refusal: ({ message }) => ({ request_info: { success: false, message } }),
      }).finally(() => {
        waiting -= 1;
      });
    });
  };
}

const month = 30 * 86_400_000;

function envelope(answered: AnsweredPage, account: { used: number; credits: number }, now: Date): unknown {
  return {
    request_info: {
      success: true,
      credits_used: account.used,
      credits_used_this_request: answered.credits,
      credits_remaining: Math.max(0, account.credits - account.used),
      credits_reset_at: new Date(now.getTime() + month).toISOString(),
    },
    request_parameters: answered.parameters,
    request_metadata: {
      created_at: now.toISOString(),
      processed_at: now.toISOString(),
      total_time_taken: 0.01,
      amazon_url: answered.url,
    },
    ...answered.body,
  };
}

const operationOf = (type: string | undefined): string =>
  `rainforest.${pageTypes.find((known) => known === type) ?? 'unknown'}`;
