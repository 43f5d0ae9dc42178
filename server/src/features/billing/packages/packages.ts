import { inviteCodeKey } from '@app/shared/domain/inputs/invite-code.ts';
import { standardPackage, type Package } from '@app/shared/domain/billing/package.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { admitNetwork } from '../../../lib/throttle.ts';
import { getTenant } from '../../accounts/queries.ts';
import { findPackage, findPackageOfCode, type CodePackage } from './package-queries.ts';

type PackageContext = Pick<Context, 'db' | 'clock'>;

/** The limit keeps codes from being guessed, and still allows a form that checks the code while it is typed. */
const checksPerNetwork = 100;

interface CodeCheck {
  readonly code: string;
  readonly ip: string;
}

/** Returns the package of a code, or `null`. Throws when the network has tried too many codes. */
export async function checkCode(ctx: PackageContext, { code, ip }: CodeCheck): Promise<CodePackage | null> {
  await admitNetwork(ctx, { purpose: 'code', ip, limit: checksPerNetwork });
  return findPackageOfCode(ctx.db.global, inviteCodeKey(code));
}

/** Returns the package, or the standard one if an operator has removed the package. */
export async function packageOf(ctx: Pick<Context, 'db'>, packageId: string | null): Promise<Package> {
  return (packageId !== null && (await findPackage(ctx.db.global, packageId))) || standardPackage;
}

/** Returns the package of the code, or of the viewer, or the standard one. */
export async function packageFor(
  ctx: PackageContext,
  { actor, code, ip }: { readonly actor: Actor | null; readonly code: string | undefined; readonly ip: string },
): Promise<Package> {
  if (code !== undefined) return (await checkCode(ctx, { code, ip })) ?? standardPackage;
  if (!actor) return standardPackage;
  const { packageId } = await ctx.db.tenant(actor.tenantId, (tx) => getTenant(tx, actor.tenantId));
  return packageOf(ctx, packageId);
}
