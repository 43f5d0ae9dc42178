import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { populate, type PopulatedTenant } from '../database/populate.ts';
import { ownersPassword, type Owner, type TestApi } from './api.ts';
import type { Browser } from './browser.ts';

export type PopulatedOwner = Owner & PopulatedTenant;

/** Creates a tenant that has rows in every table, and logs its owner in. */
export async function buildPopulatedOwner(
  api: Pick<TestApi, 'owner' | 'database'>,
  marker = 'MARKERA',
): Promise<PopulatedOwner> {
  const owner = await api.owner();
  const { tenantId } = owner;
  const data = await withClient(api.database.superuserUrl, (client) => populate(client, { tenantId, marker }));
  return Object.assign(owner, data);
}

/** Creates a token for a program or an assistant of a person, who gives the password for it. */
export async function newToken(who: Browser, scopes: readonly TokenScope[]): Promise<string> {
  await who.call(provePassword, { body: { password: ownersPassword } });
  return (await who.call(createAccessToken, { body: { name: 'Program', scopes: [...scopes] } })).token;
}
