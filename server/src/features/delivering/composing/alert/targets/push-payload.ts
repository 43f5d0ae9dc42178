import { floodText, newsText, type News } from '@app/shared/world/news-text.ts';

export interface PushedNews extends News {
  readonly flipId: string;
}

/** The payload that `web/public/push-worker.js` reads. */
interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** The product that a click opens; `null` for a notification about several products. */
  readonly productId: string | null;
  /** A notification replaces an earlier one with the same tag, so that a message sent twice is shown once. */
  readonly tag: string;
  readonly colours: Readonly<Record<'RED' | 'AMBER' | 'GREEN', number>>;
}

interface PushContent {
  readonly news: readonly (PushedNews & { readonly productId: string })[];
  readonly messageId: string;
}

export function pushPayload({ news, messageId }: PushContent): PushPayload {
  const [newest] = news;
  const isOne = news.length === 1 && newest !== undefined;
  const count = (colour: News['colour']) => news.filter((one) => one.colour === colour).length;
  return {
    ...(isOne ? newsText(newest) : floodText(news)),
    productId: isOne ? newest.productId : null,
    tag: isOne ? `flip-${newest.flipId}` : messageId,
    colours: { RED: count('RED'), AMBER: count('AMBER'), GREEN: count('GREEN') },
  };
}
