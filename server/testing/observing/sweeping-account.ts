import { sql } from 'kysely';
import type { Marketplace } from '../../src/external/marketplace/marketplace.ts';
import type { ObservingContext } from '../../src/features/observing/worker-context.ts';
import { refreshTokenPlace } from '../../src/features/sellers/standing/access.ts';
import { encryptSecret, parseEncryptionKeys } from '../../src/lib/secrets.ts';
import type { NotifiedAccount, NotifiedAccounts } from './notified-accounts.ts';

const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);

/** Gives the account a refresh token that the context of `sweepingContext` can decrypt. */
export async function authorize({ db }: Pick<NotifiedAccounts, 'db'>, account: NotifiedAccount): Promise<void> {
  const { tenantId, sellerKey } = account;
  const place = refreshTokenPlace({ tenantId, sellingPartnerId: sellerKey, region: 'NA' });
  await db.tenant(tenantId, (tx) =>
    sql`
      update seller_accounts
         set refresh_token = ${encryptSecret(keys, place, 'Atzr|refresh')}
       where tenant_id = ${tenantId}`.execute(tx),
  );
}

/** The context of a worker that asks these operations of the marketplace. */
export function sweepingContext(accounts: NotifiedAccounts, marketplace: Partial<Marketplace>) {
  const given = accounts.context();
  const config = { ...given.config, notifications: null, pages: null, advertising: null };
  const rest = { keys, pages: null, advertising: null, random: { fraction: () => 0 } };
  return { ...given, ...rest, config, marketplace } as unknown as ObservingContext & typeof given;
}
