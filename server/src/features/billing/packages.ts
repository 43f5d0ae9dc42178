import { inviteCodeKey } from '@app/shared/domain/invite-code.ts';
import { standardPackage, type Package } from '@app/shared/domain/pricing.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { admit, networkOf } from '../../lib/throttle.ts';
import { getTenant } from '../accounts/queries.ts';
import { findPackage, findPackageOfCode, type CodePackage } from './queries.ts';

type PackageContext = Pick<Context, 'db' | 'clock'>;

/** Codes cannot be tried out one after the other, and a form that asks as one types still works. */
const checksPerNetwork = 100;

interface Asked {
  readonly code: string;
  readonly ip: string;
}

/** What a code leads to; throws when the network has tried too many. */
export async function checkCode(ctx: PackageContext, { code, ip }: Asked): Promise<CodePackage | null> {
  await admit(ctx, { subject: `code:${networkOf(ip)}`, limit: checksPerNetwork });
  return findPackageOfCode(ctx.db.global, inviteCodeKey(code));
}

/** A package that an operator has not kept is none: the standard one holds. */
export async function packageOf(ctx: Pick<Context, 'db'>, packageId: string | null): Promise<Package> {
  return (packageId !== null && (await findPackage(ctx.db.global, packageId))) || standardPackage;
}

/** Of the viewer, of a code, or of everybody. */
export async function packageFor(
  ctx: PackageContext,
  { actor, code, ip }: { readonly actor: Actor | null; readonly code: string | undefined; readonly ip: string },
): Promise<Package> {
  if (code !== undefined) return (await checkCode(ctx, { code, ip })) ?? standardPackage;
  if (!actor) return standardPackage;
  const { packageId } = await ctx.db.tenant(actor.tenantId, (tx) => getTenant(tx, actor.tenantId));
  return packageOf(ctx, packageId);
}
