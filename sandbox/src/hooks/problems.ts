import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';

interface Posted {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly body: string;
}

/** As the libraries of Standard Webhooks recommend it. */
const toleranceSeconds = 300;

/** What makes a reader disbelieve a webhook; `null` when it is signed with the secret, now. */
export function signatureProblem(secret: string, { id, timestamp, signature, body }: Posted, now: Date): string | null {
  if (!id || !timestamp || !signature) return 'a header is missing';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'the time is not now';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return signature.split(' ').includes(expected) ? null : 'the signature is wrong';
}

const text = z.object({
  type: z.enum(['mrkdwn', 'plain_text']),
  text: z.string().check(z.minLength(1), z.maxLength(3000)),
});
const slackMessage = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(40_000)),
  blocks: z.optional(z.array(z.object({ type: z.literal('section'), text })).check(z.maxLength(50))),
});

/** The limits of Slack's own documentation; it answers `invalid_payload` or `invalid_blocks`. */
export function slackProblem(body: string): string | null {
  const parsed = slackMessage.safeParse(parseJson(body));
  return parsed.success ? null : `invalid_payload: ${parsed.error.issues[0]?.path.join('.')}`;
}

const discordMessage = z.object({
  content: z.string().check(z.minLength(1), z.maxLength(2000)),
  flags: z.optional(z.int()),
  allowed_mentions: z.optional(z.object({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) })),
});

/** The limits of Discord's documentation; it answers 400 with code 50035 or 50006. */
export function discordProblem(body: string): string | null {
  const parsed = discordMessage.safeParse(parseJson(body));
  return parsed.success ? null : `Invalid Form Body: ${parsed.error.issues[0]?.path.join('.')}`;
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
