import type { ObservingWorld } from '../observing/observing.ts';

/** One piece of news as a mail told it. */
export interface MailedNews {
  readonly to: string;
  /** Alert, Warning or Improvement. */
  readonly label: string;
  readonly headline: string;
  /** All lines of it. */
  readonly text: string;
}

interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What the mail catcher has got since it was last asked. */
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
