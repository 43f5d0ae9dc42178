import { copyDatabase, dropDatabase, urlsOf, type TestDatabase } from '../database/nodes.ts';

/** Copies a database, which must have no connections. */
export async function cloneOf({ nodes, name }: TestDatabase, suffix: string): Promise<TestDatabase> {
  const clone = urlsOf(nodes, `${name}_${suffix}`);
  await dropDatabase(nodes, clone.name);
  await copyDatabase(nodes, name, clone.name);
  return clone;
}

export const dropClone = ({ nodes, name }: TestDatabase): Promise<void> => dropDatabase(nodes, name);
