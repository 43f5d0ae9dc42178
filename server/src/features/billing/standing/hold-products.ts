import { AppError } from '@app/shared/base/errors.ts';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { addonsFor, hasDailyPricing, type Package } from '@app/shared/domain/billing/package.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { getSubscription, setAddonCount } from './subscription-queries.ts';

interface ChosenCount {
  readonly tenantId: string;
  readonly held: Package;
  readonly productCount: number;
  readonly today: Day;
}

/**
 * Lets the tenant's package hold this number of products, with as many addons as that takes; their fees are charged
 * with that of the package from today on (specification, section 9). Throws `badRequest` for a number that no whole
 * addons make up.
 */
export async function holdProducts(tx: Tx, { tenantId, held, productCount, today }: ChosenCount): Promise<void> {
  const { dailyFrom } = await getSubscription(tx, tenantId);
  if (hasDailyPricing({ plan: held.plan, dailyFrom }, today)) return;
  const addons = addonsFor(held, productCount);
  if (addons === null) throw new AppError('badRequest', { text: wrongCount(held) });
  await setAddonCount(tx, tenantId, { addonCount: addons, today });
}

const wrongCount = ({ baseProducts, addonProducts }: Package): string =>
  addonProducts === 0
    ? `Your package holds ${baseProducts} products`
    : `Your package holds ${baseProducts} products, and ${addonProducts} more with each addon`;
