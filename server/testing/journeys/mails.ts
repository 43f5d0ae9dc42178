import type { ObservingWorld } from '../observing/observing.ts';

/** One item of news in a mail. */
export interface MailedNews {
  readonly to: string;
  /** `Alert`, `Warning` or `Improvement`, as the mail labels the news. */
  readonly label: string;
  readonly headline: string;
  /** All lines of the block. */
  readonly text: string;
}

interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the news in the mails caught since the last call. */
export async function readMails({ sandbox }: ObservingWorld): Promise<readonly MailedNews[]> {
  const mails = (await sandbox.control('GET', '/sandbox/mail')) as readonly CaughtMail[];
  await sandbox.control('DELETE', '/sandbox/mail');
  return mails.flatMap(({ to, text }) =>
    text
      .split('\n\n')
      .map((block) => block.trim())
      .filter((block) => /^(Alert|Warning|Improvement): /.test(block))
      .map((block) => {
        const [label = '', headline = ''] = (block.split('\n')[0] ?? '').split(': ');
        return { to, label, headline, text: block };
      }),
  );
}
