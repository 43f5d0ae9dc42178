import { telegram as declaration } from '@app/shared/transports/telegram.ts';
import type { PublicAnswer } from '../../../../external/http/public-fetch.ts';
import { alertText, testText, withoutLinks, type Escape, type TextMarkup } from '../chat-text.ts';
import type { ChannelTransport } from '../channel-transport.ts';

/** An invisible space splits mentions, because Telegram cannot switch them off. */
const escape: Escape = (text) =>
  withoutLinks(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const markup: TextMarkup = {
  escape,
  escapeInLink: escape,
  bold: (text) => `<b>${text}</b>`,
  link: (name, url) => `<a href="${url}">${name}</a>`,
  address: (url) => url,
  // Telegram refuses texts of more than 4,096 characters; some are reserved for the number of omitted alerts.
  mostLetters: 3900,
};

const messageOf = (text: string): string =>
  JSON.stringify({ text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } });

/** Moves the chat from the query of the address to the body, where the Bot API expects it. */
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

/** Descriptions of answers 400 that concern the chat, or the rights of the bot there, and not the message. */
const chatIsGone =
  /chat not found|upgraded to a supergroup|message thread not found|TOPIC_CLOSED|TOPIC_DELETED|not enough rights|need administrator rights|have no rights to send|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED/;

export const telegram: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert: (news, publicUrl) => messageOf(alertText(news, publicUrl, markup)),
  test: (name) => messageOf(testText(name, markup.escape)),
  requestOf,
  // 401 if the token was revoked, 403 if the bot was removed or blocked, 404 if the bot does not exist.
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
