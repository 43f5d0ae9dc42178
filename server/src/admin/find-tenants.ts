import { InvalidCommand, textOption, type AdminContext, type AdminOption, type CommandArguments } from './command.ts';
import { findTenantIds, listTenants } from './tenant-queries.ts';

export const tenantOptions: Readonly<Record<'tenant' | 'all', AdminOption>> = {
  tenant: { value: 'WHO', help: 'one tenant: its id, or an address that logs in to it' },
  all: { help: 'every tenant that there is now' },
};

/**
 * Returns the tenants of `--tenant` or `--all`. One of the two is required, so that a command meant for one tenant
 * never applies to all by mistake.
 */
export async function findTenants(ctx: Pick<AdminContext, 'db'>, given: CommandArguments): Promise<readonly string[]> {
  const named = textOption(given, 'tenant');
  const isForAll = given.options['all'] === true;
  if (named === undefined && !isForAll) throw new InvalidCommand('Say for whom: --tenant WHO, or --all.');
  if (named !== undefined && isForAll) throw new InvalidCommand('--tenant and --all exclude each other.');
  if (named === undefined) return (await listTenants(ctx.db.global, '')).map(({ tenantId }) => tenantId);
  const found = await findTenantIds(ctx.db.global, named.trim());
  if (found.length === 0)
    throw new InvalidCommand(`There is no tenant “${named}”: neither an id nor an address that logs in.`);
  return found;
}

/** Returns the tenant that `--tenant` named; `null` with `--all`. */
export const onlyTenantOf = ({ options }: CommandArguments, [tenantId]: readonly string[]): string | null =>
  options['all'] === true ? null : (tenantId ?? null);

/** Returns the tenant that the first word names by its id or by an address that logs in. */
export async function findTenant(ctx: Pick<AdminContext, 'db'>, { words }: CommandArguments): Promise<string> {
  const named = namedIn({ words });
  if (named === '') throw new InvalidCommand('Say for whom: the id of a tenant, or an address that logs in to it.');
  const [tenantId] = await findTenantIds(ctx.db.global, named);
  if (tenantId === undefined)
    throw new InvalidCommand(`There is no tenant “${named}”: neither an id nor an address that logs in.`);
  return tenantId;
}

/** The tenant, or the login, as the first word of a command names it. */
export const namedIn = ({ words: [named = ''] }: Pick<CommandArguments, 'words'>): string => named.trim();

export const countedTenants = (count: number): string => (count === 1 ? '1 tenant' : `${count} tenants`);
