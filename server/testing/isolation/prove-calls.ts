import { endsMuch, exampleOf } from '../http/endpoints.ts';
import type { PopulatedTenant } from '../database/populate.ts';
import { beginsSession, callable, idLeaves } from './generated-calls.ts';
import type { House } from './house.ts';
import type { PlantedTenant } from './planted-rows.ts';

/** Calls that remove something that other calls name. They run last. */
const isLast = (name: string): boolean => /^(remove|revoke|end|delete|change|reset)/.test(name);

/**
 * Finds the calls that succeed for their rightful caller, by ids. Uses a separate database, because some calls succeed
 * only once.
 */
export async function proveCalls(house: House, tenant: PlantedTenant, other: PopulatedTenant) {
  const owner = house.browser(tenant.owner);
  const proven = new Set<string>();
  const keyOf = (name: string, of: PopulatedTenant): string => {
    const example = exampleOf(name, of);
    return `${name} ${JSON.stringify(idLeaves(name, of, other).map(({ part, field }) => [field, valueOf(example[part], field)]))}`;
  };
  const asked = new Set<string>();
  const ordered = callable.toSorted((one, two) => rankOf(one) - rankOf(two));
  for (const { name, endpoint } of ordered) {
    for (const of of [...tenant.known, tenant.hidden]) {
      if (asked.has(keyOf(name, of))) continue;
      asked.add(keyOf(name, of));
      const { statusCode } = await (beginsSession(name) ? house.browser() : owner).send(endpoint, exampleOf(name, of));
      if (statusCode >= 200 && statusCode < 400) proven.add(keyOf(name, of));
    }
  }
  return {
    isProven: (name: string, of: PopulatedTenant): boolean => proven.has(keyOf(name, of)),
    /** Calls that never succeed and therefore prove nothing. */
    unproven: callable
      .filter(({ endpoint }) => endpoint.access !== 'operator')
      .map(({ name }) => name)
      .filter((name) => ![...proven].some((key) => key.startsWith(`${name} `))),
  };
}

const rankOf = (one: (typeof callable)[number]): number =>
  endsMuch(one) ? 3 : one.name.startsWith('changePassword') ? 2 : isLast(one.name) ? 1 : 0;

const valueOf = (part: unknown, field: string): unknown =>
  typeof part === 'object' && part !== null ? Object.entries(part).find(([name]) => name === field)?.[1] : undefined;
