import type { Colour } from '@app/shared/base/severity.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';

/** One flip as channels tell it. */
export interface ChannelNews {
  readonly at: Date;
  readonly type: string;
  readonly colour: Colour;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: readonly { readonly label: string; readonly value: string }[];
  readonly productId: string;
  readonly productName: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerAccountId: string;
  readonly sellerAccountName: string;
}

/** Labels of section 5. */
export const levelWords: Readonly<Record<Colour, string>> = { RED: 'Alert', AMBER: 'Warning', GREEN: 'Improvement' };

/** What became better is not told by the name of what was wrong. */
export function headlineOf({ type, colour }: Pick<ChannelNews, 'type' | 'colour'>): string {
  const watchdog = watchdogOf(type);
  return (colour === 'GREEN' ? watchdog?.title : watchdog?.headline) ?? type;
}

export const linkTo = ({ productId }: Pick<ChannelNews, 'productId'>, publicUrl: string): string =>
  `${publicUrl}/home#pdet-${productId}`;

/** Level by sign and word, as in mails; a colour alone would tell some nothing. */
export const levelSigns: Readonly<Record<Colour, string>> = { RED: '❗', AMBER: '▲', GREEN: '↑' };
const order: Readonly<Record<Colour, number>> = { RED: 0, AMBER: 1, GREEN: 2 };

export const worstFirst = (news: readonly ChannelNews[]): readonly ChannelNews[] =>
  news.toSorted((a, b) => order[a.colour] - order[b.colour]);

/** "3 alerts, 1 warning" */
export const countsOf = (news: readonly ChannelNews[]): string =>
  (['RED', 'AMBER', 'GREEN'] as const)
    .map((colour) => ({
      word: levelWords[colour].toLowerCase(),
      count: news.filter((one) => one.colour === colour).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ');
