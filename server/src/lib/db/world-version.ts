import { sql } from 'kysely';
import type { Tx } from './db.ts';
import { announce } from './tenant-transaction.ts';

/**
 * Channel on which API processes learn that the world of a tenant has changed. The payload is `tenantId:version`,
 * followed by `:quiet` after a quiet change.
 */
export const worldChannel = 'world';
const quietMark = 'quiet';

export interface WorldChange {
  readonly tenantId: string;
  readonly version: string;
  /** True if only figures have changed, as they do all day: browsers need not hear of it at once. */
  readonly isQuiet: boolean;
}

export function readWorldChange(payload: string): WorldChange {
  const [tenantId = '', version = '', mark] = payload.split(':');
  return { tenantId, version, isQuiet: mark === quietMark };
}

/**
 * Channel on which API processes learn that a seller account has been deleted completely. The payload is
 * `tenantId:sellerAccountId`.
 */
export const deletedSellerChannel = 'deleted_seller';

/**
 * Increments the tenant's world version and announces it at commit. Call it once per transaction. The row lock makes
 * versions commit in order; with a sequence a reader could miss rows. NOTIFY takes a global lock at commit.
 */
export async function nextWorldVersion(
  tx: Tx,
  tenantId: string,
  { isQuiet = false }: Partial<Pick<WorldChange, 'isQuiet'>> = {},
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    /* prepared */
    update tenants
       set world_version = world_version + 1
     where tenant_id = ${tenantId}
    returning world_version as version`.execute(tx);
  const version = rows[0]?.version;
  if (version === undefined) throw new Error(`There is no tenant ${tenantId}`);
  announce(worldChannel, [tenantId, version, ...(isQuiet ? [quietMark] : [])].join(':'));
  return version;
}
