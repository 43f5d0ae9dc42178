import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { RateCard } from '@app/shared/domain/billing/rate-card.ts';
import type { Executor } from '../../../lib/db/db.ts';

/** A version of a price list, in force from a day until the next version. */
export interface RateCardVersion extends RateCard {
  readonly rateCardId: string;
  readonly validFrom: Day;
}

/** The price list of a tenant without a package, and of a package without one of its own. */
export const standardRateCardId = 'standard';

export async function listRateCards(db: Executor): Promise<readonly RateCardVersion[]> {
  const { rows } = await sql<RateCardVersion>`
    select c.rate_card_id as "rateCardId",
           c.valid_from as "validFrom",
           c.base_mills as "baseMills",
           c.base_asins as "baseAsins",
           c.tiers
      from rate_cards c
     order by c.rate_card_id, c.valid_from`.execute(db);
  return rows;
}

/** Returns the version that is in force on the day. Throws if the price list does not exist. */
export function rateCardOn(versions: readonly RateCardVersion[], rateCardId: string, day: Day): RateCardVersion {
  const found = versions.findLast((version) => version.rateCardId === rateCardId && version.validFrom <= day);
  if (!found) throw new Error(`The price list ${rateCardId} has no version for ${day}`);
  return found;
}

/** Returns the version by which a day was charged; `null` for a day of a package. */
export const rateCardVersion = (
  versions: readonly RateCardVersion[],
  { rateCardId, rateCardFrom }: { readonly rateCardId: string | null; readonly rateCardFrom: Day | null },
): RateCardVersion | null =>
  versions.find((version) => version.rateCardId === rateCardId && version.validFrom === rateCardFrom) ?? null;
