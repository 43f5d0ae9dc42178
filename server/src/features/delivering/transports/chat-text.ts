import { cutAt } from '@app/shared/base/cut-text.ts';
import { incidentText } from '@app/shared/world/incident-text.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from './channel-news.ts';

/** Escapes or removes everything in a text that a chat would interpret as markup. */
export type Escape = (text: string) => string;

/** Maximum number of characters of each text in a message, after escaping. */
const longest = { name: 200, keyword: 60, fromOrTo: 200, message: 600 };

/** Puts a text on one line and escapes it, cut so that the result has at most `most` characters. */
function escapeWithin(text: string, most: number, escape: Escape): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const whole = escape(line);
  if (whole.length <= most) return whole;
  const cut = (length: number): string => escape(`${cutAt(line, length)}…`);
  let kept = 0;
  for (let dropped = line.length; dropped - kept > 1;) {
    const middle = Math.floor((kept + dropped) / 2);
    if (cut(middle).length <= most) kept = middle;
    else dropped = middle;
  }
  return cut(kept);
}

const escapeName = (name: string, escape: Escape): string => escapeWithin(name, longest.name, escape);

export const testText = (name: string, escape: Escape): string =>
  `This is a test message of Watchpost to ${escapeName(name, escape)}`;

/** How the name of a product becomes the text of a link. */
interface NameMarkup {
  readonly escape: Escape;
  /** @param name escaped. */
  link(name: string): string;
}

/** Returns a text such as "Kettle, US, B0C7XK4M2P, Analytical Engines". */
export function placeOf(news: ChannelNews, escape: Escape, name: NameMarkup): string {
  const { productName, marketplace, asin, sellerAccountName } = news;
  const product = name.link(escapeName(productName, name.escape));
  return [product, marketplace, asin, escapeName(sellerAccountName, escape)].join(', ');
}

/**
 * Returns a text such as "! Alert: Search rank fell “cast iron pan”: Kettle", the line of one of several alerts. It
 * contains the phrase of a keyword, because only the phrases tell the keywords of a product apart.
 */
export function listLine(news: ChannelNews, product: string, escape: Escape): string {
  const phrase = news.keyword ? ` “${escapeWithin(news.keyword, longest.keyword, escape)}”` : '';
  return `${titleOf(news)}${phrase}: ${product}`;
}

/** A chat shows no threads, so a later member of an incident says that something was told before. */
function relationOf({ membership }: ChannelNews): string {
  const text = membership?.text ?? '';
  return membership?.isAddition ? `Again about an incident told before. ${text}`.trim() : text;
}

/** Returns the lines "from → to", message and cause, without those that are empty. */
export function changeLines({ from, to, message, ...news }: ChannelNews, escape: Escape): readonly string[] {
  const part = (text: string): string => escapeWithin(text, longest.fromOrTo, escape);
  const change = from !== null && to !== null ? `${part(from)} → ${part(to)}` : '';
  const relation = relationOf({ from, to, message, ...news });
  return [change, ...[message ?? '', relation].map((text) => escapeWithin(text, longest.message, escape))].filter(
    (line) => line !== '',
  );
}

/** Returns what alerts that are told together have in common; empty if they do not belong to one incident. */
export function incidentLines(news: readonly ChannelNews[], escape: Escape): readonly string[] {
  const incident = incidentText(news);
  return incident === null ? [] : [escapeWithin(incident, longest.name, escape)];
}

/** Returns as many of the first lines as fit. */
export function linesWithin<Line>(
  lines: readonly Line[],
  most: number,
  lengthOf: (line: Line) => number,
): readonly Line[] {
  let left = most;
  const firstOver = lines.findIndex((line) => {
    left -= lengthOf(line);
    return left < 0;
  });
  return firstOver === -1 ? lines : lines.slice(0, firstOver);
}

/** The markup of a chat whose messages are one text. */
export interface TextMarkup {
  readonly escape: Escape;
  /** Escapes the text of a link, in which more may be markup than elsewhere. */
  readonly escapeInLink: Escape;
  bold(text: string): string;
  /** @param name escaped. */
  link(name: string, url: string): string;
  /** Formats a URL that is shown in full. */
  address(url: string): string;
  /** Maximum number of characters of a list of alerts; the rest of the chat's limit is for its heading and its end. */
  readonly mostLetters: number;
}

/** Returns the text of one alert with its details, or of several as a list, the worst first, as many as fit. */
export function alertText(
  news: readonly [ChannelNews, ...ChannelNews[]],
  publicUrl: string,
  { escape, escapeInLink, bold, link, address, mostLetters }: TextMarkup,
): string {
  const [first] = news;
  const productOf = (one: ChannelNews): string =>
    placeOf(one, escape, { escape: escapeInLink, link: (name) => link(name, linkTo(one, publicUrl)) });
  if (news.length === 1) return [bold(titleOf(first)), productOf(first), ...changeLines(first, escape)].join('\n');
  const lines = worstFirst(news).map((one) => listLine(one, productOf(one), escape));
  const told = linesWithin(lines, mostLetters - longest.name, (line) => line.length + 1);
  const more = lines.length - told.length;
  const rest = more > 0 ? [`and ${more} more: ${address(`${publicUrl}/home`)}`] : [];
  return [bold(countsOf(news)), ...incidentLines(news, escape), ...told, ...rest].join('\n');
}

/**
 * Replaces square brackets by the wide ones, which look alike. Markdown reads one without its partner as the beginning
 * or the end of the text of a link, and not every chat lets a backslash escape it there.
 */
export const withoutBrackets = (text: string): string => text.replaceAll('[', '\uff3b').replaceAll(']', '\uff3d');

const zeroWidthSpace = '\u200b';

/**
 * Splits texts that an application turns into a link, mention, hashtag or command by itself, with an invisible space. A
 * backslash does not help: the Teams applications for phones treat only `\*` and `\_` as escaped.
 */
export const withoutLinks = (text: string): string =>
  text.replace(/[@#/\]]|:(?=\/)|\.(?=\p{L})/gu, (sign) => `${sign}${zeroWidthSpace}`);
