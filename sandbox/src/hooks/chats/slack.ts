import * as z from 'zod/mini';
import { type ChatStandIn, type HookAnswer, parseJson } from '../stand-in.ts';

const text = z.strictObject({
  type: z.enum(['mrkdwn', 'plain_text']),
  text: z.string().check(z.minLength(1), z.maxLength(3000)),
  verbatim: z.optional(z.boolean()),
});
/** The limits are in https://docs.slack.dev/reference/block-kit/blocks. */
const messageShape = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(40_000)),
  blocks: z.optional(z.array(z.strictObject({ type: z.literal('section'), text })).check(z.maxLength(50))),
});

/** Returns an answer in Slack's format, whose body is one word. */
const answer = (status: number, word: string): HookAnswer => ({ status, body: word, reason: word });
const path = '/services/T0SANDBOX/B0SANDBOX/sandbox4f2a';

export const slack: ChatStandIn = {
  id: 'slack',
  host: 'hooks.slack.com',
  path,
  markup: ['<!channel>', '<@U012AB3CD>', '<https://evil.example>', '&lt;', '*bold*', '_italic_', '~struck~', '`code`'],
  taken: { status: 200, body: 'ok' },
  gone: answer(404, 'no_service'),
  refused: answer(400, 'invalid_payload'),
  tooMany: (seconds) => ({ ...answer(429, 'rate_limited'), headers: { 'retry-after': String(seconds) } }),
  check(message) {
    if (message.path !== path) return { problem: 'the address is wrong', answer: answer(403, 'invalid_token') };
    const { error } = messageShape.safeParse(parseJson(message.body));
    if (!error) return null;
    const where = error.issues[0]?.path.join('.') ?? '';
    return {
      problem: `invalid ${where}`,
      answer: answer(400, where.startsWith('blocks') ? 'invalid_blocks' : 'invalid_payload'),
    };
  },
};
