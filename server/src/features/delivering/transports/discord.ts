import { cutAt } from '@app/shared/base/cut-text.ts';
import { discord as declaration } from '@app/shared/transports/discord.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from '../channels/channel-news.ts';
import type { ChannelTransport } from './channel-transport.ts';

/** Discord refuses a message of more than 2,000 characters; the end is left for how many more there are. */
const mostLetters = 1900;
const longest = { name: 120, fromOrTo: 160, message: 500 };
/** SUPPRESS_EMBEDS: no preview of the product's page below the message. */
const withoutPreviews = 4;

const messageOf = (content: string): string =>
  JSON.stringify({ content, flags: withoutPreviews, allowed_mentions: { parse: [] } });

function alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const [first, ...others] = worstFirst(news);
  if (!first) throw new Error('There is nothing to tell');
  return messageOf(others.length === 0 ? single(first, publicUrl) : flood([first, ...others], publicUrl));
}

function single(news: ChannelNews, publicUrl: string): string {
  const { message, from, to } = news;
  const change = from !== null && to !== null ? [`${cut(from, longest.fromOrTo)} → ${cut(to, longest.fromOrTo)}`] : [];
  const told = message === null ? [] : [cut(message, longest.message)];
  return [`**${titleOf(news)}**`, placeOf(news, publicUrl), ...change, ...told].join('\n');
}

/** As many as one message holds, and how many more there are. */
function flood(news: readonly ChannelNews[], publicUrl: string): string {
  const lines = [`**${countsOf(news)}**`];
  let left = mostLetters - (lines[0]?.length ?? 0);
  for (const one of news) {
    const line = `${titleOf(one)}: ${placeOf(one, publicUrl)}`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = news.length - (lines.length - 1);
  return (more > 0 ? [...lines, `and ${more} more: <${publicUrl}/home>`] : lines).join('\n');
}

const placeOf = (news: ChannelNews, publicUrl: string): string =>
  `[${cut(news.productName, longest.name)}](<${linkTo(news, publicUrl)}>), ${news.marketplace}, ${news.asin}, ${cut(news.sellerAccountName, longest.name)}`;

/** Texts of others: without what Discord takes for markup, a mention, a link or a line of its own. */
const cut = (text: string, most: number): string =>
  (text.length <= most ? text : `${cutAt(text, most - 1)}…`)
    .replace(/\s+/g, ' ')
    .replaceAll(/[\\*_~`|<>#@:[\]()-]/g, (letter) => `\\${letter}`);

export const discord: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert,
  test: (name) => messageOf(`This is a test message of Watchpost to ${cut(name, longest.name)}`),
  // 401 for a token that was made anew, 404 (code 10015) for a webhook that was removed.
  isGone: ({ status }) => status === 401 || status === 404,
  explain({ body }) {
    const said = /"message":\s*"([\w .]{3,60})"/.exec(body.toString('utf8'))?.[1];
    return said === undefined ? '' : ` (${said})`;
  },
};
