import * as z from 'zod/mini';
import { type ChatStandIn, type HookAnswer, parseJson } from '../stand-in.ts';

const chatId = -1_001_234_567_890;
const path = '/bot123456:sandbox-token/sendMessage';

/** The fields are in https://core.telegram.org/bots/api#sendmessage. */
const messageShape = z.strictObject({
  chat_id: z.union([z.int(), z.string().check(z.regex(/^@\w+$/))]),
  message_thread_id: z.optional(z.int()),
  text: z.string(),
  parse_mode: z.literal('HTML'),
  link_preview_options: z.optional(z.strictObject({ is_disabled: z.boolean() })),
});

const answer = (status: number, description: string, parameters?: Readonly<Record<string, number>>): HookAnswer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
  reason: description,
});
const badRequest = (description: string): HookAnswer => answer(400, `Bad Request: ${description}`);
const tooLong = badRequest('message is too long');

/** Removes the tags; returns `null` for unknown or unclosed tags and for unescaped characters, as Telegram refuses them. */
function parseEntities(html: string): string | null {
  const open: string[] = [];
  const text = html.replaceAll(/<(\/?)(b|i|u|s|code|pre|a)(?: href="[^"<>]*")?>/g, (_tag, slash, name) => {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) open.push('a tag that was not open');
    return '';
  });
  if (open.length > 0 || /[<>]/.test(text) || /&(?!(lt|gt|amp|quot|#\d+|#x[\da-f]+);)/i.test(text)) return null;
  return text.replaceAll(/&[^;]+;/g, '&');
}

function refusalOf(body: unknown): HookAnswer | null {
  const { data } = messageShape.safeParse(body);
  if (!data) return badRequest('object expected');
  if (data.chat_id !== chatId) return badRequest('chat not found');
  const text = parseEntities(data.text);
  if (text === null) return badRequest("can't parse entities");
  if (text.trim() === '') return badRequest('message text is empty');
  return text.length > 4096 ? tooLong : null;
}

export const telegram: ChatStandIn = {
  id: 'telegram',
  host: 'api.telegram.org',
  path: `${path}?chat_id=${chatId}`,
  markup: ['<b>x</b> & y', '@everyone', '/start', '#sale', 'evil.example'],
  taken: { status: 200, body: { ok: true, result: { message_id: 1, chat: { id: chatId, type: 'supergroup' } } } },
  gone: answer(403, 'Forbidden: bot was kicked from the supergroup chat'),
  refused: tooLong,
  tooMany: (seconds) => answer(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
  check(message) {
    if (message.path !== path) return { problem: 'the token is wrong', answer: answer(401, 'Unauthorized') };
    const refusal = refusalOf(parseJson(message.body));
    return refusal && { problem: refusal.reason ?? '', answer: refusal };
  },
};
