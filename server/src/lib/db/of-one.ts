import { sql, type RawBuilder } from 'kysely';

/**
 * Returns a condition that names the tenant if there is only one: a cluster finds the node of a statement by this
 * condition. For several tenants the condition is `true`, because the statement joins rows by their tenants anyway, and
 * with a list of the tenants it would take twice as long.
 */
export function ofOne(column: RawBuilder<unknown>, tenantIds: readonly string[]): RawBuilder<unknown> {
  const [tenantId, ...others] = new Set(tenantIds);
  return others.length === 0 ? sql`${column} = ${tenantId}` : sql`true`;
}
