import { discord as declaration } from '@app/shared/transports/discord.ts';
import { alertText, testText, withoutBrackets, type Escape, type TextMarkup } from '../chat-text.ts';
import type { ChannelTransport } from '../channel-transport.ts';

/** A backslash escapes characters of Discord's markup, mentions and links. */
const escape: Escape = (text) => text.replaceAll(/[\\*_~`|<>#@:[\]()-]/g, (letter) => `\\${letter}`);

const markup: TextMarkup = {
  escape,
  // Discord looks for the end of the text of a link before it reads backslashes.
  escapeInLink: (text) => escape(withoutBrackets(text)),
  bold: (text) => `**${text}**`,
  link: (name, url) => `[${name}](<${url}>)`,
  address: (url) => `<${url}>`,
  // Discord refuses messages of more than 2,000 characters; some are reserved for the number of omitted alerts.
  mostLetters: 1800,
};

/** SUPPRESS_EMBEDS hides the preview of links. */
const withoutPreviews = 4;

const messageOf = (content: string): string =>
  JSON.stringify({ content, flags: withoutPreviews, allowed_mentions: { parse: [] } });

export const discord: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert: (news, publicUrl) => messageOf(alertText(news, publicUrl, markup)),
  test: (name) => messageOf(testText(name, markup.escape)),
  // 401 if the token was replaced, 404 (code 10015) if the webhook was deleted.
  isGone: ({ status }) => status === 401 || status === 404,
  explain({ body }) {
    const said = /"message":\s*"([\w .,]{3,100})"/.exec(body.toString('utf8'))?.[1];
    return said === undefined ? '' : ` (${said})`;
  },
};
