import { rankOfColour, severityForms, severityOfColour, type Colour } from '@app/shared/base/severity.ts';
import type { IncidentProblem } from '@app/shared/watchdogs/causes.ts';
import type { NewsIncident } from '@app/shared/world/incident-text.ts';
import { countsText, headlineOf } from '@app/shared/world/news-text.ts';

/** One flip, with the fields that messages to channels contain. */
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
  /** The search phrase, if the item is a keyword. */
  readonly keyword?: string | null;
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerAccountId: string;
  readonly sellerAccountName: string;
  readonly incident?: NewsIncident | null;
  /** The incident by cause of which the alert is a member. */
  readonly membership?: {
    readonly incidentId: string;
    /** The members of the incident that belong to the product. */
    readonly problems: readonly IncidentProblem[];
    readonly common: string;
    readonly text: string | null;
    readonly isAddition: boolean;
  } | null;
  /** The alert as its hook names it, when the channel is a hook of a program. */
  readonly hook?: { readonly alertId: string } | null;
}

export const linkTo = ({ productId }: Pick<ChannelNews, 'productId'>, publicUrl: string): string =>
  `${publicUrl}/home#pdet-${productId}`;

/** "! Alert: Main image missing": the severity by sign and word, because a chat shows no colour. */
export function titleOf(news: Pick<ChannelNews, 'type' | 'colour'>): string {
  const { sign, label } = severityForms[severityOfColour(news.colour)];
  return `${sign} ${label}: ${headlineOf(news)}`;
}

export const worstFirst = (news: readonly ChannelNews[]): readonly ChannelNews[] =>
  news.toSorted((a, b) => rankOfColour(a.colour) - rankOfColour(b.colour));

/** Returns a text such as "3 alerts, 1 warning". */
export const countsOf = (news: readonly ChannelNews[]): string => countsText(news.map(({ colour }) => colour));
