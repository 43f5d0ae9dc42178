import { createHmac } from 'node:crypto';
import { parseJson, type PostedMessage, type StandIn } from './stand-in.ts';

/** Libraries of Standard Webhooks accept timestamps that differ from the clock by up to this time. */
const toleranceSeconds = 300;

/** Returns why the signature is invalid, or `null` if it is valid and recent. */
function signatureProblem(secret: string, { headers, body, now }: PostedMessage): string | null {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headers[name]?.toString(),
  );
  if (!id || !timestamp || !signature) return 'a header is missing';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'the timestamp is too far from now';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return signature.split(' ').includes(expected) ? null : 'the signature is wrong';
}

/** Stands in for a user's program, which verifies signatures as soon as it has a secret (docs/webhooks.md). */
export const webhook: StandIn = {
  id: 'webhook',
  path: '',
  taken: { status: 200, body: 'ok' },
  gone: { status: 410 },
  refused: { status: 400 },
  tooMany: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) } }),
  check(message) {
    const problem =
      parseJson(message.body) === undefined
        ? 'the body is not JSON'
        : message.secret === null
          ? null
          : signatureProblem(message.secret, message);
    return problem === null ? null : { problem, answer: { status: 401, body: problem } };
  },
};
