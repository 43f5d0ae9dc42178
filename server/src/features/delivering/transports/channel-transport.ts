import type { ChannelDeclaration } from '@app/shared/transports/transport.ts';
import type { PublicAnswer } from '../../../external/http/public-fetch.ts';
import type { ChannelNews } from './channel-news.ts';

/** A transport that posts JSON to the address of a channel. */
export interface ChannelTransport {
  readonly declaration: ChannelDeclaration;
  /** Maximum number of flips in one message. More than `mostSingles` simultaneous flips share a message. */
  readonly mostPerMessage: number;
  /**
   * Maximum number of members of one incident in one message. Absent if a message holds an incident of any size, because
   * it says how many members it does not list.
   */
  readonly mostOfIncident?: number;
  /** Returns the body for these flips, in the order in which they happened. */
  alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string;
  test(name: string, at: Date): string;
  /**
   * Builds the request if the service does not accept the body at the address that users enter. Telegram's address
   * contains the chat in its query, but the Bot API expects it in the body.
   */
  requestOf?(address: string, body: string): { readonly address: string; readonly body: string };
  /** Whether an answer suggests that the address no longer exists. */
  isGone(answer: PublicAnswer): boolean;
  /** Returns the seconds to wait from an answer, for services that do not use `Retry-After`. */
  retryAfterSeconds?(answer: PublicAnswer): number | null;
  /** Returns the reason in a refusal, if it may be shown to users; otherwise an empty text. */
  explain(answer: PublicAnswer): string;
}
