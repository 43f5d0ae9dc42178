import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { maybe, parseAnswer } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

export interface Participation {
  /** Our code of the marketplace, such as `US` or `DE`. */
  readonly marketplace: string;
  readonly storeName: string | null;
}

const answer = z.object({
  payload: z.array(
    z.object({
      marketplace: z.object({ id: z.string() }),
      storeName: maybe(z.string()),
      participation: z.object({ isParticipating: z.boolean() }),
    }),
  ),
});

/**
 * Lists the marketplaces in which the seller takes part, without unsupported ones and without Amazon's internal ones.
 */
export async function participations(caller: Caller, access: SellerAccess): Promise<readonly Participation[]> {
  const operation = 'getMarketplaceParticipations';
  const path = '/sellers/v1/marketplaceParticipations';
  const { payload } = parseAnswer(operation, answer, await caller.ofSeller(access, { operation, path }));
  return payload.flatMap(({ marketplace: { id }, storeName, participation: { isParticipating } }) => {
    const known = findMarketplaceById(id);
    return isParticipating && known?.region === access.region ? [{ marketplace: known.code, storeName }] : [];
  });
}
