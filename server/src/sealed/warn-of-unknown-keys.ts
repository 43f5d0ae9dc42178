import type { Context } from '../context.ts';
import { countSecretsByKey } from './sealed-queries.ts';

/** Says at the start which secrets cannot be read. It does not wait, because the count reads whole tables. */
export async function warnOfUnknownKeys({ db, keys, log }: Pick<Context, 'db' | 'keys' | 'log'>): Promise<void> {
  try {
    for (const [keyId, secrets] of await countSecretsByKey(db.global)) {
      if (!keys.has(keyId)) log.warn({ keyId, secrets }, 'secrets are encrypted with a key that is not configured');
    }
  } catch (error) {
    log.warn({ err: error }, 'the keys of the secrets were not counted');
  }
}
