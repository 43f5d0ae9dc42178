import { telegram as declaration } from '@app/shared/transports/telegram.ts';
import type { PublicAnswer } from '../../../external/http/public-fetch.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from './channel-news.ts';
import { changeLines, escapeName, linesWithin, placeOf, withoutLinks, type Escape } from './chat-text.ts';
import type { ChannelTransport } from './channel-transport.ts';

/** Telegram refuses a text of more than 4,096 characters; the end is left for how many more there are. */
const mostLetters = 3900;

const messageOf = (lines: readonly string[]): string =>
  JSON.stringify({ text: lines.join('\n'), parse_mode: 'HTML', link_preview_options: { is_disabled: true } });

function alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const [first] = news;
  const productOf = (one: ChannelNews): string =>
    placeOf(one, escape, (name) => `<a href="${linkTo(one, publicUrl)}">${name}</a>`);
  if (news.length === 1) {
    return messageOf([`<b>${titleOf(first)}</b>`, productOf(first), ...changeLines(first, escape)]);
  }
  const lines = worstFirst(news).map((one) => `${titleOf(one)}: ${productOf(one)}`);
  const told = linesWithin(lines, mostLetters, (line) => line.length + 1);
  const more = lines.length - told.length;
  return messageOf([`<b>${countsOf(news)}</b>`, ...told, ...(more > 0 ? [`and ${more} more: ${publicUrl}/home`] : [])]);
}

/** Mentions cannot be switched off, so that they are split. */
const escape: Escape = (text) =>
  withoutLinks(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The address names the chat; the Bot API takes it beside the text. */
function requestOf(entered: string, body: string): { readonly address: string; readonly body: string } {
  const address = new URL(entered);
  const chat = Object.fromEntries(
    [...address.searchParams].map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]),
  );
  address.search = '';
  return { address: address.href, body: JSON.stringify({ ...chat, ...JSON.parse(body) }) };
}

const descriptionOf = ({ body }: PublicAnswer): string =>
  /"description":\s*"([\w .,:'()-]{3,100})"/.exec(body.toString('utf8'))?.[1] ?? '';

/** Refusals that Telegram answers with 400 although the chat is at fault, and not the message. */
const chatIsGone = /chat not found|upgraded to a supergroup|message thread not found|not enough rights/;

export const telegram: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert,
  test: (name) => messageOf([`This is a test message of Watchpost to ${escapeName(name, escape)}`]),
  requestOf,
  // 401 for a token that was revoked, 403 for a bot that was removed or blocked, 404 for a bot that there is not.
  isGone: (answer) =>
    [401, 403, 404].includes(answer.status) || (answer.status === 400 && chatIsGone.test(descriptionOf(answer))),
  retryAfterSeconds({ body }) {
    const seconds = /"retry_after":\s*(\d+)/.exec(body.toString('utf8'))?.[1];
    return seconds === undefined ? null : Number(seconds);
  },
  explain(answer) {
    const description = descriptionOf(answer);
    return description === '' ? '' : ` (${description})`;
  },
};
