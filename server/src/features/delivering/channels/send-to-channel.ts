import { epochSeconds, hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { UnreachableError, type PublicAnswer } from '../../../external/http/public-fetch.ts';
import { UnknownKey } from '../../../lib/secrets.ts';
import { signatureHeaders } from '../../../lib/webhook-signature.ts';
import type { Outcome } from '../outbox/message.ts';
import type { ChannelTransport } from '../transports/channel-transport.ts';
import type { SealedChannel } from './channel-queries.ts';
import { openAddress, openSecret } from './channel-secrets.ts';

/** A receiver that takes longer than this probably does the work before it acknowledges the message. */
const timeoutMs = 10_000;
const maxBytes = 2000;
/** Statuses that refuse the content of a message: sending it again changes nothing. */
const refusals = [400, 413, 415, 422];

interface Message {
  /** The message id, which is the same for every attempt. */
  readonly messageId: string;
  readonly body: string;
}

/** A failure at an address entered by users is returned as an outcome; only a bug of ours rejects. */
export async function sendToChannel(
  { clock, publicFetch }: Pick<Context, 'clock' | 'publicFetch'>,
  { transport, opened }: { readonly transport: ChannelTransport; readonly opened: OpenedChannel | null },
  message: Message,
): Promise<Outcome> {
  if (!opened)
    return {
      outcome: 'later',
      error: 'Its address cannot be read. Please enter it again',
      after: null,
      isUnreachable: false,
    };
  const { messageId: id } = message;
  const { address, body } = transport.requestOf?.(opened.address, message.body) ?? {
    ...message,
    address: opened.address,
  };
  const timestamp = epochSeconds(clock.now());
  const signature = opened.secrets.length > 0 ? signatureHeaders(opened.secrets, { id, timestamp, body }) : {};
  const headers = { 'content-type': 'application/json', 'user-agent': 'Watchpost', ...signature };
  try {
    const answer = await publicFetch.fetch(address, { method: 'POST', headers, body, timeoutMs, maxBytes });
    return judge(transport, answer, clock.now());
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { outcome: 'later', error: error.message, after: null, isUnreachable: true };
  }
}

interface OpenedChannel {
  readonly address: string;
  /** The secrets that sign: the current one, and the old one while it is valid; none for unsigned channels. */
  readonly secrets: readonly string[];
}

/** Returns `null` if the address is damaged. Throws `UnknownKey` while its key is not configured. */
export function openChannel(keys: Context['keys'], channel: SealedChannel): OpenedChannel | null {
  const sealed = [channel.sealedSecret, channel.sealedOldSecret].filter((secret) => secret !== null);
  try {
    return {
      address: openAddress(keys, channel, channel.sealedAddress),
      secrets: sealed.map((secret) => openSecret(keys, channel, secret)),
    };
  } catch (error) {
    if (error instanceof UnknownKey) throw error;
    return null;
  }
}

function judge(transport: ChannelTransport, answer: PublicAnswer, now: Date): Outcome {
  const { status } = answer;
  if (status >= 200 && status <= 299) return { outcome: 'sent' };
  const error = `It answered ${status}${transport.explain(answer)}`;
  if (status >= 300 && status <= 399) {
    return { outcome: 'later', error: `${error}: redirects are not followed`, after: null, isUnreachable: false };
  }
  if (status === 410) return { outcome: 'gone', error, isCertain: true };
  if (transport.isGone(answer)) return { outcome: 'gone', error, isCertain: false };
  if (refusals.includes(status)) return { outcome: 'refused', error };
  return { outcome: 'later', error, after: retryAfter(transport, answer, now), isUnreachable: false };
}

const longestWaitMs = hourMs;

function retryAfter(transport: ChannelTransport, answer: PublicAnswer, now: Date): Date | null {
  const seconds = transport.retryAfterSeconds?.(answer) ?? secondsOf(answer.headers['retry-after'] ?? '', now);
  if (!(seconds > 0)) return null;
  return new Date(now.getTime() + Math.min(longestWaitMs, seconds * 1000));
}

/** The header `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). Returns `NaN` for anything else. */
const secondsOf = (header: string, now: Date): number =>
  /^\d/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
