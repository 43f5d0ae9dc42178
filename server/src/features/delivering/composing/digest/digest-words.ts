import { shorten } from '@app/shared/base/cut-text.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import type { OpenIssue } from './digest-brief.ts';
import type { DigestMailOptions } from './digest-mail-input.ts';
import { sinceText } from '../local-times.ts';

/** Maximum length of a line; the dashboard shows the whole text. */
const longest = 90;

export const shortenLine = (text: string): string => shorten(text, longest);
export const nameOf = (product: Product): string => shortenLine(product.shortName || product.productName);
/**
 * Returns a text such as "Kettle, US". A keyword also has its phrase, because a product has several keywords: "Kettle,
 * US, “cast iron pan”".
 */
export const placeOf = ({ issue, product }: OpenIssue): string => {
  const { keyword } = issue.item.settings;
  return [nameOf(product), product.marketplace, ...(keyword ? [`“${shortenLine(keyword)}”`] : [])].join(', ');
};
export const colourOf = (status: number): Colour => (status === itemStatus.alert ? 'RED' : 'AMBER');
export const since = (at: string | null, { reader, now }: DigestMailOptions): string =>
  at === null ? '' : `since ${sinceText(reader.clock, new Date(at), now)}`;
