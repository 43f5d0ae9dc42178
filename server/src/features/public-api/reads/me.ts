import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { apiMe } from '@app/shared/contract/public-api/account.ts';
import type { Context } from '../../../context.ts';
import type { Program } from '../../../http/actor.ts';
import { getTenant } from '../../accounts/queries.ts';
import { listSellerAccounts } from '../../sellers/queries.ts';

export function readMe({ db }: Pick<Context, 'db'>, program: Program): Promise<Answer<typeof apiMe>> {
  return db.snapshot(program.tenantId, async (tx) => {
    const { companyName } = await getTenant(tx, program.tenantId);
    const accounts = await listSellerAccounts(tx, program);
    return {
      email: program.email,
      company: companyName,
      isOwner: program.isOwner,
      scopes: [...program.token.scopes],
      expiresAt: program.token.expiresAt.toISOString(),
      sellerAccounts: accounts.map(({ sellerAccountId, name, nickName, region, marketplaces }) => ({
        sellerId: sellerAccountId,
        name: nickName ?? name,
        region,
        marketplaces: [...marketplaces],
      })),
    };
  });
}
