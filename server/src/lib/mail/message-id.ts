import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';

export interface Sender {
  readonly random: Pick<Random, 'uuid'>;
  readonly config: { readonly publicUrl: string };
}

/** Creates the id of a new mail. A mail that is sent again keeps its first id. */
export const newMessageId = ({ random, config }: Sender): string =>
  `<${random.uuid()}@${new URL(config.publicUrl).hostname}>`;

/** Returns the id of the only mail about a fact: the same parts give the same id. */
export function messageIdOf({ config }: Pick<Sender, 'config'>, parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `<${hash}@${new URL(config.publicUrl).hostname}>`;
}
