import { discord as declaration } from '@app/shared/transports/discord.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from './channel-news.ts';
import { changeLines, escapeName, linesWithin, placeOf, type Escape } from './chat-text.ts';
import type { ChannelTransport } from './channel-transport.ts';

/** Discord refuses messages of more than 2,000 characters; some are reserved for the number of omitted alerts. */
const mostLetters = 1800;
/** SUPPRESS_EMBEDS hides the preview of links. */
const withoutPreviews = 4;

const messageOf = (lines: readonly string[]): string =>
  JSON.stringify({ content: lines.join('\n'), flags: withoutPreviews, allowed_mentions: { parse: [] } });

function alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const [first] = news;
  const productOf = (one: ChannelNews): string =>
    placeOf(one, escape, (name) => `[${name}](<${linkTo(one, publicUrl)}>)`);
  if (news.length === 1) {
    return messageOf([`**${titleOf(first)}**`, productOf(first), ...changeLines(first, escape)]);
  }
  const lines = worstFirst(news).map((one) => `${titleOf(one)}: ${productOf(one)}`);
  const told = linesWithin(lines, mostLetters, (line) => line.length + 1);
  const more = lines.length - told.length;
  return messageOf([`**${countsOf(news)}**`, ...told, ...(more > 0 ? [`and ${more} more: <${publicUrl}/home>`] : [])]);
}

/** A backslash escapes characters of Discord's markup, mentions and links. */
const escape: Escape = (text) => text.replaceAll(/[\\*_~`|<>#@:[\]()-]/g, (letter) => `\\${letter}`);

export const discord: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert,
  test: (name) => messageOf([`This is a test message of Watchpost to ${escapeName(name, escape)}`]),
  // 401 if the token was replaced, 404 (code 10015) if the webhook was deleted.
  isGone: ({ status }) => status === 401 || status === 404,
  explain({ body }) {
    const said = /"message":\s*"([\w .,]{3,100})"/.exec(body.toString('utf8'))?.[1];
    return said === undefined ? '' : ` (${said})`;
  },
};
