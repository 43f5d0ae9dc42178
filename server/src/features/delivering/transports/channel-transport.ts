import type { ChannelDeclaration } from '@app/shared/transports/transport.ts';
import type { PublicAnswer } from '../../../external/http/public-fetch.ts';
import type { ChannelNews } from './channel-news.ts';

/** A transport that posts JSON to the address of a channel. */
export interface ChannelTransport {
  readonly declaration: ChannelDeclaration;
  /** The most flips that one message tells. More than `mostSingles` at once become one message. */
  readonly mostPerMessage: number;
  /** The body that tells these flips, in the order in which they happened. */
  alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string;
  test(name: string, at: Date): string;
  /**
   * The request for a body, where the service does not take it as it is at the address that people enter. Telegram's address
   * names the chat in its query, and its service reads the chat from the body.
   */
  requestOf?(address: string, body: string): { readonly address: string; readonly body: string };
  /** Whether an answer says, though not for certain, that nothing is at this address any more. */
  isGone(answer: PublicAnswer): boolean;
  /** The seconds that an answer asks to wait for, where the service does not say so in `Retry-After`. */
  retryAfterSeconds?(answer: PublicAnswer): number | null;
  /** The reason that an answer gives for a refusal, where it may be shown; else an empty text. */
  explain(answer: PublicAnswer): string;
}
