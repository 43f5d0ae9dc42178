import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A message signed according to Standard Webhooks. A receiver that has the secret can verify its origin, time and
 * content.
 */
interface SignedMessage {
  readonly id: string;
  /** Seconds since the beginning of 1970, UTC. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Tolerance for clock differences, as Standard Webhooks recommends. An older message is refused, so that a recorded
 * one cannot be replayed.
 */
const toleranceSeconds = 300;

/** Returns `whsec_` and the base64 of 24 to 64 bytes. */
export const newWebhookSecret = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

const macOf = (secret: string, { id, timestamp, body }: SignedMessage): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');

/** One signature per secret, so that a receiver can change to a new secret at any time within the overlap. */
export const signatureHeaders = (secrets: readonly string[], message: SignedMessage): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${macOf(secret, message)}`).join(' '),
});

export interface ReceivedMessage {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signatures: string | undefined;
  readonly body: string;
}

/** Whether the message was signed with the secret within the tolerance around `now`. */
export function isSigned(secret: string, { id, timestamp, signatures, body }: ReceivedMessage, now: Date): boolean {
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  const seconds = Number(timestamp);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  const expected = Buffer.from(macOf(secret, { id, timestamp: seconds, body }));
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''));
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
