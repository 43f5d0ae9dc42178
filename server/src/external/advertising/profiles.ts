import { marketplaces, type MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { malformedAnswer, parseMembers } from '../marketplace/answers/answer.ts';
import { jsonOf, type AdsAccess, type AdsCaller } from './ads-caller.ts';

/** The advertising account of one seller in one marketplace. */
export interface AdsProfile {
  readonly profileId: string;
  readonly sellerKey: string;
  readonly marketplace: MarketplaceCode;
  /** The days of its reports are days of this zone. */
  readonly timeZone: string;
}

const operation = 'listProfiles';

/** Ids of profiles exceed the whole numbers that a JSON parser keeps exact, so they are read from the text. */
const numbersOfProfiles = /("profileId"\s*:\s*)(\d+)/g;

const profile = z.object({
  profileId: z.string().check(z.regex(/^\d{1,30}$/)),
  timezone: z.string(),
  accountInfo: z.object({ marketplaceStringId: z.string(), id: z.string(), type: z.string() }),
});

const codeById = new Map(marketplaces.map(({ id, code }) => [id as string, code]));

/** Leaves out profiles of vendors and agencies, and those of marketplaces that the product does not watch. */
export async function listProfiles(caller: AdsCaller, access: AdsAccess): Promise<readonly AdsProfile[]> {
  const { text } = await caller(access, { operation, path: '/v2/profiles' });
  const answer = jsonOf(operation, text.replaceAll(numbersOfProfiles, '$1"$2"'));
  if (!Array.isArray(answer)) throw malformedAnswer(operation, 'no list');
  return parseMembers(profile, answer).members.flatMap(({ profileId, timezone, accountInfo }) => {
    const marketplace = codeById.get(accountInfo.marketplaceStringId);
    if (accountInfo.type !== 'seller' || !marketplace || !isTimeZone(timezone)) return [];
    return [{ profileId, sellerKey: accountInfo.id, marketplace, timeZone: timezone }];
  });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
