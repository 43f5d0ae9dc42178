import { AppError } from '@app/shared/base/errors.ts';
import type { Random } from '../random.ts';
import type { Mail, Mailer } from './mailer.ts';

interface Sender {
  readonly random: Pick<Random, 'uuid'>;
  readonly config: { readonly publicUrl: string };
}

/** Of a mail that is made up now; one that is sent again keeps the id of the first time. */
export const newMessageId = ({ random, config }: Sender): string =>
  `<${random.uuid()}@${new URL(config.publicUrl).hostname}>`;

/** For mails that somebody waits for: whoever asked is told at once when the mail server does not take it. */
export async function sendNow(mailer: Mailer, mail: Mail): Promise<void> {
  await mailer.send(mail).catch((cause: unknown) => {
    throw new AppError('outside', { text: 'The mail server did not take the message', cause });
  });
}
