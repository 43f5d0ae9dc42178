import { inviteCodeKey } from '@app/shared/domain/inputs/invite-code.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { Day } from '@app/shared/domain/billing/day.ts';
import { addonsFor, standardPackage, type Package } from '@app/shared/domain/billing/package.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { admitNetwork } from '../../../lib/throttle.ts';
import { getTenant } from '../../accounts/queries.ts';
import {
  findPackage,
  findPackageOfCode,
  hasChangedToDaily,
  setAddonCount,
  type CodePackage,
} from './package-queries.ts';

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

interface ChosenCount {
  readonly tenantId: string;
  readonly held: Package;
  readonly productCount: number;
  readonly today: Day;
}

/**
 * Lets the tenant's package hold this number of products, with as many addons as that takes; their fees are charged
 * with that of the package (specification, section 9). Throws `badRequest` for a number that no whole addons make up.
 */
export async function holdProducts(tx: Tx, { tenantId, held, productCount, today }: ChosenCount): Promise<void> {
  if (held.plan === 'daily' || (await hasChangedToDaily(tx, tenantId, today))) return;
  const addons = addonsFor(held, productCount);
  if (addons === null) throw new AppError('badRequest', { text: wrongCount(held) });
  await setAddonCount(tx, tenantId, addons);
}

const wrongCount = ({ baseProducts, addonProducts }: Package): string =>
  addonProducts === 0
    ? `Your package holds ${baseProducts} products`
    : `Your package holds ${baseProducts} products, and ${addonProducts} more with each addon`;

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
