import { decryptSecret, encryptSecret, type EncryptionKeys } from '../lib/secrets.ts';
import type { Executor } from '../lib/db/db.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';
import { listSealed, replaceSealed, type SealedRow } from './sealed-queries.ts';

const batchSize = 200;

interface Reencryption {
  readonly replaced: number;
  /** Secrets that their own key does not open: they were copied from another row, or changed. */
  readonly damaged: number;
}

/**
 * Encrypts all secrets of all tenants with the current key. Each batch is committed separately, and a run starts with
 * the secrets that earlier runs have left, so it may be killed and repeated. A secret that changes during the run keeps
 * its new value.
 */
export async function reencrypt(
  { db, keys }: { readonly db: Executor; readonly keys: EncryptionKeys },
  columns: readonly SealedColumn[] = sealedColumns,
): Promise<Reencryption> {
  const [, ...keyIds] = keys.keys();
  let [replaced, damaged] = [0, 0];
  for (const column of columns) {
    let after: SealedRow | null = null;
    for (;;) {
      const rows: readonly SealedRow[] = await listSealed(db, column, { after, keyIds, most: batchSize });
      const fresh = rows.flatMap((row) => {
        const sealed = sealAnew(keys, column, row);
        return sealed === null ? [] : [{ row, sealed }];
      });
      damaged += rows.length - fresh.length;
      replaced += await replaceSealed(db, column, fresh);
      after = rows.at(-1) ?? null;
      if (after === null) break;
    }
  }
  return { replaced, damaged };
}

function sealAnew(keys: EncryptionKeys, column: SealedColumn, { tenantId, key, sealed }: SealedRow): string | null {
  const place = column.placeOf(tenantId, key);
  try {
    return encryptSecret(keys, place, decryptSecret(keys, place, sealed));
  } catch {
    return null;
  }
}
