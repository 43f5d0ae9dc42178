import { slack as declaration } from '@app/shared/transports/slack.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from '../channel-news.ts';
import { changeLines, incidentLines, listLine, placeOf, testText, type Escape } from '../chat-text.ts';
import type { ChannelTransport } from '../channel-transport.ts';

/** Slack refuses a section of more than 3,000 characters, and more than 50 blocks. */
const sectionLength = 2900;
/** Maximum number of alerts that a message lists; the longest fit into 25 sections. An incident may have thousands. */
const mostLines = 100;

/** Composes one message: a single alert with all details, or a list of several alerts, worst first. */
function alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const [first] = news;
  const productOf = (one: ChannelNews): string =>
    placeOf(one, escape, { escape: escapeInLink, link: (name) => `<${linkTo(one, publicUrl)}|${name}>` });
  if (news.length === 1) {
    const text = `${titleOf(first)}, ${placeOf(first, escape, { escape, link: (name) => name })}`;
    return messageOf(text, [[`*${titleOf(first)}*`, productOf(first), ...changeLines(first, escape)].join('\n')]);
  }
  const told = worstFirst(news).slice(0, mostLines);
  const more = news.length - told.length;
  const lines = told.map((one) => listLine(one, productOf(one), escape));
  const rest = more > 0 ? [`and ${more} more: <${publicUrl}/home>`] : [];
  const heading = [`*${countsOf(news)}*`, ...incidentLines(news, escape)].join('\n');
  return messageOf(countsOf(news), [heading, ...sectionsOf([...lines, ...rest])]);
}

/**
 * @param text shown in notifications and read by screen readers
 * @param sections shown verbatim: Slack would otherwise make links and mentions of texts such as #general
 */
const messageOf = (text: string, sections: readonly string[]): string =>
  JSON.stringify({
    text,
    blocks: sections.map((mrkdwn) => ({ type: 'section', text: { type: 'mrkdwn', text: mrkdwn, verbatim: true } })),
  });

/** Combines as many lines into a section as fit. */
function sectionsOf(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < sectionLength) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/** Characters that look like those that Slack reads as bold, italic, struck and fixed-width, and cannot escape. */
const lookalikes: Readonly<Record<string, string>> = { '*': '\u2217', _: '\u02cd', '~': '\u223c', '`': '\u02cb' };
/** Within a word Slack reads none of them but the backtick, so that the numbers of articles stay as they are. */
const markup = /(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])|`/gu;

/** Escapes angle brackets, which Slack uses for links and mentions, and replaces what would format the text. */
const escape: Escape = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(markup, (sign) => lookalikes[sign] ?? sign);

/** A vertical bar separates the address of a link from its text. */
const escapeInLink: Escape = (text) => escape(text).replaceAll('|', '¦');

export const slack: ChannelTransport = {
  declaration,
  mostPerMessage: mostLines,
  alert,
  test: (name) => JSON.stringify({ text: testText(name, escape) }),
  // 403 if the app or its permission to write was removed.
  isGone: ({ status }) => status === 403 || status === 404,
  // Slack gives the reason as one word, such as `no_service`.
  explain({ body }) {
    const said = body.toString('utf8').trim();
    return /^[a-z_]{3,60}$/.test(said) ? ` (${said})` : '';
  },
};
