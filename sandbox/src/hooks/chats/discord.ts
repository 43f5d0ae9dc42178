import * as z from 'zod/mini';
import { type ChatStandIn, type HookAnswer, parseJson } from '../stand-in.ts';

/** The limits are in https://discord.com/developers/docs/resources/webhook#execute-webhook. */
const messageShape = z.strictObject({
  content: z.string().check(z.minLength(1), z.maxLength(2000)),
  flags: z.optional(z.int()),
  allowed_mentions: z.optional(z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) })),
});

const answer = (status: number, code: number, message: string): HookAnswer => ({
  status,
  body: { message, code },
  reason: message,
});
const refused = answer(400, 50_035, 'Invalid Form Body');
const path = '/api/webhooks/1234567890/sandbox-token-4f2a';

export const discord: ChatStandIn = {
  id: 'discord',
  host: 'discord.com',
  path,
  markup: ['@everyone', '<@1>', '**x** _y_', '[y](https://evil.example)'],
  taken: { status: 204 },
  gone: answer(404, 10_015, 'Unknown Webhook'),
  refused,
  tooMany: (seconds) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
    reason: 'You are being rate limited.',
  }),
  check(message) {
    if (message.path !== path) {
      return { problem: 'the address is wrong', answer: answer(401, 50_027, 'Invalid Webhook Token') };
    }
    const body = parseJson(message.body);
    const { error } = messageShape.safeParse(body);
    if (!error) return null;
    const isEmpty = z.object({ content: z.literal('') }).safeParse(body).success;
    const problem = `invalid ${error.issues[0]?.path.join('.') ?? ''}`;
    return { problem, answer: isEmpty ? answer(400, 50_006, 'Cannot send an empty message') : refused };
  },
};
