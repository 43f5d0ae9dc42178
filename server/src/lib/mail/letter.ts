import { html, type Html } from './html.ts';
import { mailPage } from './layout.ts';
import type { Mail } from './mailer.ts';
import { oneLine } from './one-line.ts';
import { button, heading, listRow, paragraph, section } from './parts.ts';

interface Link {
  readonly label: string;
  readonly url: string;
}

/** Names with their values, below the paragraphs. */
export interface LetterTable {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly text: string }[];
}

export interface LetterContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly table?: LetterTable;
  /** The link that the button opens. */
  readonly action: Link;
  /** Links beside the button. */
  readonly others?: readonly Link[];
  /** The text below the button. */
  readonly otherwise?: string;
  readonly why: string;
}

export type MailContent = Omit<Mail, 'messageId'>;

/** Composes a mail with one message and one button, as HTML and as text. */
export function composeLetter(to: string, content: LetterContent): MailContent {
  const { paragraphs, table, action, others = [], otherwise, why } = content;
  const subject = oneLine(content.subject);
  const links = [action, ...others].map(({ label, url }) => `${label}: ${url}`);
  const parts = [subject, ...paragraphs, table && textOf(table), ...links, otherwise, why];
  return {
    to,
    subject,
    text: `${parts.filter((part) => part !== undefined).join('\n\n')}\n`,
    html: mailPage({
      title: subject,
      preview: paragraphs[0] ?? subject,
      rows: [
        heading(subject),
        ...paragraphs.map((text) => paragraph(text)),
        ...(table ? rowsOf(table) : []),
        button(action, others),
        ...(otherwise === undefined ? [] : [paragraph(otherwise)]),
      ],
      footer: html`${why}`,
    }),
  };
}

const textOf = ({ title, rows }: LetterTable): string =>
  [title, ...rows.map(({ name, text }) => `${name}: ${text}`)].join('\n');

const rowsOf = ({ title, rows }: LetterTable): readonly Html[] => [
  section(title),
  ...rows.map(({ name, text }) =>
    listRow({ mark: html`<span class="t2" style="color:#54555a">${name}</span>`, text, aside: '' }),
  ),
];
