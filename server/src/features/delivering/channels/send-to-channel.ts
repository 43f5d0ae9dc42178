import type { Context } from '../../../context.ts';
import { UnreachableError, type PublicAnswer } from '../../../external/http/public-fetch.ts';
import { signatureHeaders } from '../../../lib/webhook-signature.ts';
import { channelTransportsById } from '../transports/registry.ts';
import type { SealedChannel } from './channel-queries.ts';
import { openAddress, openSecret } from './channel-secrets.ts';

export type Sent =
  | { readonly outcome: 'sent' }
  /** This message is refused for good; another may be taken. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** There may be nothing at this address any more. */
  | { readonly outcome: 'gone'; readonly error: string; readonly isCertain: boolean }
  /** Worth another try, as early as then where it says so. */
  | { readonly outcome: 'later'; readonly error: string; readonly after: Date | null };

/** Whoever takes longer to say that he has it, works before he answers. */
const timeoutMs = 10_000;
const maxBytes = 2000;
/** What becomes no better when it is sent again. */
const refusals = [400, 413, 415, 422];

interface Message {
  /** The same each time that it is sent. */
  readonly messageId: string;
  readonly body: string;
}

/** Never rejects: whatever goes wrong at an address that somebody gave us is its outcome. */
export async function sendToChannel(
  { keys, clock, publicFetch }: Pick<Context, 'keys' | 'clock' | 'publicFetch'>,
  channel: SealedChannel,
  message: Message,
): Promise<Sent> {
  const opened = open(keys, channel);
  if (!opened) return { outcome: 'later', error: 'Its address cannot be read. Please enter it anew', after: null };
  const { messageId: id, body } = message;
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const signature = opened.secrets.length > 0 ? signatureHeaders(opened.secrets, { id, timestamp, body }) : {};
  const headers = { 'content-type': 'application/json', 'user-agent': 'Watchpost', ...signature };
  try {
    const answer = await publicFetch.fetch(opened.address, { method: 'POST', headers, body, timeoutMs, maxBytes });
    return judge(channel, answer, clock.now());
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { outcome: 'later', error: error.message, after: null };
  }
}

interface Opened {
  readonly address: string;
  /** The old one too, while it still signs; none for a channel that signs nothing. */
  readonly secrets: readonly string[];
}

/** `null` when the key that it was encrypted with is gone. */
function open(keys: Context['keys'], channel: SealedChannel): Opened | null {
  const sealed = [channel.sealedSecret, channel.sealedOldSecret].filter((secret) => secret !== null);
  try {
    return {
      address: openAddress(keys, channel, channel.sealedAddress),
      secrets: sealed.map((secret) => openSecret(keys, channel, secret)),
    };
  } catch {
    return null;
  }
}

function judge({ kind }: SealedChannel, answer: PublicAnswer, now: Date): Sent {
  const { status } = answer;
  if (status >= 200 && status <= 299) return { outcome: 'sent' };
  const { explain, goneStatuses } = channelTransportsById[kind];
  const error = `It answered ${status}${explain(answer)}`;
  if (status >= 300 && status <= 399) {
    return { outcome: 'later', error: `${error}: redirects are not followed`, after: null };
  }
  if (refusals.includes(status)) return { outcome: 'refused', error };
  if (status === 410) return { outcome: 'gone', error, isCertain: true };
  if (goneStatuses.includes(status)) return { outcome: 'gone', error, isCertain: false };
  return { outcome: 'later', error, after: retryAfter(answer, now) };
}

const longestWaitMs = 3_600_000;

function retryAfter({ headers }: PublicAnswer, now: Date): Date | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (!(seconds > 0)) return null;
  return new Date(now.getTime() + Math.min(longestWaitMs, seconds * 1000));
}
