import * as z from 'zod/mini';
import { type ChatStandIn, type HookAnswer, parseJson } from '../stand-in.ts';

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().check(z.minLength(1)),
  wrap: z.optional(z.boolean()),
  weight: z.optional(z.enum(['Lighter', 'Default', 'Bolder'])),
  color: z.optional(z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention'])),
});
const openUrl = z.strictObject({
  type: z.literal('Action.OpenUrl'),
  title: z.string().check(z.minLength(1)),
  url: z.url({ protocol: /^https?$/ }),
});
const card = z.strictObject({
  $schema: z.optional(z.literal('http://adaptivecards.io/schemas/adaptive-card.json')),
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
  body: z.array(textBlock).check(z.minLength(1)),
  // Teams shows at most six buttons per card.
  actions: z.optional(z.array(openUrl).check(z.maxLength(6))),
});
const attachment = z.strictObject({
  contentType: z.literal('application/vnd.microsoft.card.adaptive'),
  contentUrl: z.null(),
  content: card,
});
const messageShape = z.strictObject({
  type: z.literal('message'),
  attachments: z.array(attachment).check(z.minLength(1), z.maxLength(10)),
});

const mostBytes = 28 * 1024;

const answer = (status: number, code: string, message: string): HookAnswer => ({
  status,
  body: { error: { code, message } },
  reason: code,
});
const refused = answer(400, 'InvalidRequestContent', 'The request content is not valid.');
const path =
  '/workflows/0a1b2c/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=sandbox4f2a';

export const teams: ChatStandIn = {
  id: 'teams',
  host: 'prod-12.westeurope.logic.azure.com',
  path,
  markup: ['**x** _y_', '[y](https://evil.example)'],
  taken: { status: 202 },
  gone: answer(404, 'WorkflowNotFound', "The workflow '0a1b2c' could not be found."),
  refused,
  tooMany: (seconds) => ({
    ...answer(429, 'WorkflowRunActionRateLimitExceeded', 'Too many requests.'),
    headers: { 'retry-after': String(seconds) },
  }),
  check(message) {
    if (message.path !== path) {
      const problem = 'the signature of the address is wrong';
      return { problem, answer: answer(401, 'AuthorizationFailed', 'The authentication credentials are not valid.') };
    }
    // A real workflow accepts an invalid or too large card and fails later without an answer; this one refuses it.
    const bytes = Buffer.byteLength(message.body);
    if (bytes > mostBytes) {
      return { problem: `${bytes} bytes`, answer: answer(413, 'RequestEntityTooLarge', 'The message is too large.') };
    }
    const { error } = messageShape.safeParse(parseJson(message.body));
    return error ? { problem: `invalid ${error.issues[0]?.path.join('.') ?? ''}`, answer: refused } : null;
  },
};
