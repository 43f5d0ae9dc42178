import { severityOfColour } from '@app/shared/base/severity.ts';
import { teams as declaration } from '@app/shared/transports/teams.ts';
import { countsOf, linkTo, titleOf, worstFirst, type ChannelNews } from '../channel-news.ts';
import {
  changeLines,
  incidentLines,
  linesWithin,
  listLine,
  placeOf,
  testText,
  withoutBrackets,
  withoutLinks,
  type Escape,
} from '../chat-text.ts';
import type { ChannelTransport } from '../channel-transport.ts';

/** Teams refuses messages of more than 28 KB; the remaining bytes are for the structure around the lines. */
const mostBytesOfLines = 25_000;

/** The fields are in https://adaptivecards.io/explorer/TextBlock.html. */
interface TextBlock {
  readonly type: 'TextBlock';
  readonly text: string;
  readonly wrap: true;
  readonly weight?: 'Bolder';
  readonly color?: 'Attention' | 'Warning' | 'Good';
}

const colours = { alert: 'Attention', warning: 'Warning', improved: 'Good' } as const;

const line = (text: string): TextBlock => ({ type: 'TextBlock', text, wrap: true });

function alert(news: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const [first] = news;
  const productOf = (one: ChannelNews): string =>
    placeOf(one, escape, { escape: escapeInLink, link: (name) => `[${name}](${linkTo(one, publicUrl)})` });
  if (news.length === 1) {
    const color = colours[severityOfColour(first.colour)];
    const lines = [productOf(first), ...changeLines(first, escape)].map(line);
    return cardOf([{ ...line(titleOf(first)), weight: 'Bolder', color }, ...lines], linkTo(first, publicUrl));
  }
  const lines = worstFirst(news).map((one) => line(listLine(one, productOf(one), escape)));
  const told = linesWithin(lines, mostBytesOfLines, (one) => Buffer.byteLength(JSON.stringify(one)) + 1);
  const more = lines.length - told.length;
  const heading = [{ ...line(countsOf(news)), weight: 'Bolder' as const }, ...incidentLines(news, escape).map(line)];
  return cardOf([...heading, ...told, ...(more > 0 ? [line(`and ${more} more`)] : [])], `${publicUrl}/home`);
}

const cardOf = (body: readonly TextBlock[], url: string | null): string =>
  JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body,
          ...(url !== null && { actions: [{ type: 'Action.OpenUrl', title: 'Open in Watchpost', url }] }),
        },
      },
    ],
  });

/** Escapes Markdown that a TextBlock interprets: emphasis, links, lists, and functions in double braces. */
const escape: Escape = (text) =>
  withoutLinks(text.replaceAll(/[\\*_`~]/g, (letter) => `\\${letter}`))
    .replaceAll('{{', '{\u200b{')
    .replace(/^(?=[-+#>\d])/, '\u200b');

const escapeInLink: Escape = (text) => escape(withoutBrackets(text));

const codeOf = (body: Buffer): string => /"code":\s*"(\w{3,60})"/.exec(body.toString('utf8'))?.[1] ?? '';

export const teams: ChannelTransport = {
  declaration,
  mostPerMessage: 100,
  alert,
  test: (name) => cardOf([line(testText(name, escape))], null),
  // 401 if the signature was replaced, 404 if the workflow was deleted. A workflow that is switched off answers 400.
  isGone: ({ status, body }) =>
    status === 401 || status === 404 || (status === 400 && codeOf(body) === 'WorkflowTriggerIsNotEnabled'),
  // Only the code is shown, because the message contains the name of the workflow.
  explain({ body }) {
    const code = codeOf(body);
    return code === '' ? '' : ` (${code})`;
  },
};
