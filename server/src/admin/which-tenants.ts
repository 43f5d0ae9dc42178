import { Misused, textOption, type AdminContext, type AdminOption, type Given } from './command.ts';
import { findTenantIds, listTenants } from './tenant-queries.ts';

export const tenantOptions: Readonly<Record<'tenant' | 'all', AdminOption>> = {
  tenant: { value: 'WHO', help: 'one tenant: its id, or an address that logs in to it' },
  all: { help: 'every tenant that there is now' },
};

/** The tenants that `--tenant` or `--all` names; one of the two must be given, so that nobody means one and hits all. */
export async function whichTenants(ctx: Pick<AdminContext, 'db'>, given: Given): Promise<readonly string[]> {
  const named = textOption(given, 'tenant');
  const isForAll = given.options['all'] === true;
  if (named === undefined && !isForAll) throw new Misused('Say for whom: --tenant WHO, or --all.');
  if (named !== undefined && isForAll) throw new Misused('--tenant and --all exclude each other.');
  if (named === undefined) return (await listTenants(ctx.db.global, '')).map(({ tenantId }) => tenantId);
  const found = await findTenantIds(ctx.db.global, named.trim());
  if (found.length === 0)
    throw new Misused(`There is no tenant “${named}”: neither an id nor an address that logs in.`);
  return found;
}

export const countedTenants = (count: number): string => (count === 1 ? '1 tenant' : `${count} tenants`);
