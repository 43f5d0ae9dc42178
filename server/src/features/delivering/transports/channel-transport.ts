import type { ChannelDeclaration } from '@app/shared/transports/transport.ts';
import type { PublicAnswer } from '../../../external/http/public-fetch.ts';
import type { ChannelNews } from '../channels/channel-news.ts';

/** A transport that posts JSON to the address of a channel. */
export interface ChannelTransport {
  readonly declaration: ChannelDeclaration;
  /** The most flips that one message tells. More than `mostSingles` at once become one message. */
  readonly mostPerMessage: number;
  /** The body that tells these flips, in the order in which they happened. */
  alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string;
  test(name: string, at: Date): string;
  /** Answers that say, though not for certain, that nothing is at this address any more. */
  readonly goneStatuses: readonly number[];
  /** What an answer that is no success says, where that may be shown; else an empty text. */
  explain(answer: PublicAnswer): string;
}
