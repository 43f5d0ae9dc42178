import type { Random } from '../random.ts';

export interface Sender {
  readonly random: Pick<Random, 'uuid'>;
  readonly config: { readonly publicUrl: string };
}

/** Creates the id of a new mail. A mail that is sent again keeps its first id. */
export const newMessageId = ({ random, config }: Sender): string =>
  `<${random.uuid()}@${new URL(config.publicUrl).hostname}>`;
