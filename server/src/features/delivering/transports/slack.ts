import { slack as declaration } from '@app/shared/transports/slack.ts';
import type { ChannelTransport } from './channel-transport.ts';
import { cutAt } from '@app/shared/base/cut-text.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from '../channels/channel-news.ts';

/** Slack refuses a section of more than 3,000 characters, and more than 50 blocks. */
const sectionLength = 2900;
const longest = { name: 120, fromOrTo: 160, message: 500 };

/** `text` is what notifications show, and programs that read aloud. */
interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

/** One message for all that is told at once: alone with everything that is known of it, several as a list, worst first. */
function slackMessage(news: readonly ChannelNews[], publicUrl: string): string {
  const sorted = worstFirst(news);
  const [first] = sorted;
  if (!first) throw new Error('There is nothing to tell');
  const message = sorted.length === 1 ? single(first, publicUrl) : flood(sorted, publicUrl);
  return JSON.stringify(message);
}

function single(news: ChannelNews, publicUrl: string): SlackMessage {
  const { message, from, to } = news;
  const change = from !== null && to !== null ? [`${cut(from, longest.fromOrTo)} → ${cut(to, longest.fromOrTo)}`] : [];
  const told = message === null ? [] : [cut(message, longest.message)];
  const text = [titleOf(news), productOf(news)].join(', ');
  return {
    text,
    blocks: [
      section([`*${titleOf(news)}*`, `${link(news, publicUrl)}, ${placeOf(news)}`, ...change, ...told].join('\n')),
    ],
  };
}

function flood(news: readonly ChannelNews[], publicUrl: string): SlackMessage {
  const text = countsOf(news);
  const lines = news.map((one) => `${titleOf(one)}: ${link(one, publicUrl)}, ${placeOf(one)}`);
  return { text, blocks: [section(`*${text}*`), ...sectionsOf(lines)] };
}

/** As many lines in a section as it holds. */
function sectionsOf(lines: readonly string[]): readonly unknown[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < sectionLength) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts.map(section);
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

const productOf = (news: ChannelNews): string => `${cut(news.productName, longest.name)}, ${news.marketplace}`;
const placeOf = (news: ChannelNews): string =>
  `${news.marketplace}, ${news.asin}, ${cut(news.sellerAccountName, longest.name)}`;
/** A stroke would end the text of the link. */
const link = (news: ChannelNews, publicUrl: string): string =>
  `<${linkTo(news, publicUrl)}|${cut(news.productName, longest.name).replaceAll('|', '¦')}>`;

/** Texts of others: without what Slack takes for a link, a mention or a line of its own. */
const cut = (text: string, most: number): string =>
  (text.length <= most ? text : `${cutAt(text, most - 1)}…`)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const slackTestMessage = (name: string): string =>
  JSON.stringify({ text: `This is a test message of Watchpost to ${cut(name, longest.name)}` });

export const slack: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert: slackMessage,
  test: slackTestMessage,
  // 403 when an app or its right to write was taken away.
  isGone: ({ status }) => status === 403 || status === 404,
  // Slack gives its reason as a word: `no_service`.
  explain({ body }) {
    const said = body.toString('utf8').trim();
    return /^[a-z_]{3,60}$/.test(said) ? ` (${said})` : '';
  },
};
