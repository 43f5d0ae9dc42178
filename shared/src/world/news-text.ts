import { shorten } from '../base/cut-text.ts';
import { colours, labelOfColour, type Colour } from '../base/severity.ts';
import { watchdogOf } from '../watchdogs/registry.ts';

/** One piece of news in a desktop notification. */
export interface News {
  readonly type: string;
  readonly colour: Colour;
  readonly message: string | null;
  readonly productName: string;
  readonly marketplace: string;
}

export interface NewsText {
  readonly title: string;
  readonly body: string;
}

/** The length limits of a notification's texts in characters. Desktops cut longer texts at different places. */
const longest = { title: 80, name: 80, message: 160 };

/**
 * Returns a title such as "Alert: buy box lost" and a body such as "Cast-iron skillet 26 cm, US. You at $34.90, now
 * Castline Direct at $31.49".
 */
export function newsText({ type, colour, message, productName, marketplace }: News): NewsText {
  const headline = headlineOf({ type, colour });
  const what = colour === 'GREEN' ? (message ?? headline) : headline;
  const product = `${shorten(productName, longest.name)}, ${marketplace}`;
  const says = message !== null && message !== '' && colour !== 'GREEN';
  return {
    title: `${labelOfColour(colour)}: ${shorten(lowerFirst(what), longest.title)}`,
    body: says ? `${product}. ${shorten(message, longest.message)}` : product,
  };
}

/** Returns one notification for many flips, "12 alerts, 3 improvements", with the newest flip in its body. */
export const floodText = (news: readonly News[]): NewsText => {
  const [newest] = news;
  const { title, body } = newest ? newsText(newest) : { title: '', body: '' };
  return { title: countsText(news.map(({ colour }) => colour)), body: `${title}. ${body}` };
};

/** Returns the counts by severity, the worst first: "12 alerts, 3 improvements". */
export function countsText(told: readonly Colour[]): string {
  return colours
    .map((colour) => ({ colour, count: told.filter((other) => other === colour).length }))
    .filter(({ count }) => count > 0)
    .map(({ colour, count }) => `${count} ${labelOfColour(colour).toLowerCase()}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** An improvement is named by the title of its watchdog, because the headline names the problem. */
export function headlineOf({ type, colour }: Pick<News, 'type' | 'colour'>): string {
  const watchdog = watchdogOf(type);
  return (colour === 'GREEN' ? watchdog?.title : watchdog?.headline) ?? type;
}

/** Writes a text for the middle of a sentence. Abbreviations such as FBA and the name Prime keep their capitals. */
export const lowerFirst = (text: string): string =>
  /^(?!Prime )[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
