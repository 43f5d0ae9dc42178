import type { Tx } from '../../lib/db/db.ts';
import { typesMadeByPeople, typesOfEveryProduct } from './settings/stored-settings.ts';
import { insertInitializing, showOwnItems } from './start-queries.ts';

interface Start {
  readonly tenantId: string;
  readonly productIds: readonly string[];
  readonly version: string;
  readonly at: Date;
}

/** Creates the items of newly tracked products, initializing (99), and shows those that people created before. */
export async function startWatching(tx: Tx, start: Start): Promise<void> {
  await insertInitializing(tx, { ...start, types: typesOfEveryProduct });
  await showOwnItems(tx, { ...start, types: typesMadeByPeople });
}
