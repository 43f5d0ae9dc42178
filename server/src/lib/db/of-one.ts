import { sql, type RawBuilder } from 'kysely';

/**
 * A cluster finds the node by the tenant's id, and is given rows of one tenant. Rows of many are joined by their ids:
 * with a list of them as well, the statement takes twice as long.
 */
export function ofOne(column: RawBuilder<unknown>, tenantIds: readonly string[]): RawBuilder<unknown> {
  const [tenantId, ...others] = new Set(tenantIds);
  return others.length === 0 ? sql`${column} = ${tenantId}` : sql`true`;
}
