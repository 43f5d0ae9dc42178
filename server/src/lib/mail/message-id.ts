import type { Random } from '../random.ts';

export interface Sender {
  readonly random: Pick<Random, 'uuid'>;
  readonly config: { readonly publicUrl: string };
}

/** Of a mail that is made up now; one that is sent again keeps the id of the first time. */
export const newMessageId = ({ random, config }: Sender): string =>
  `<${random.uuid()}@${new URL(config.publicUrl).hostname}>`;
