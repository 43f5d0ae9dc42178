import { sql } from 'kysely';
import type { NewsIncident } from '@app/shared/world/incident-text.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import {
  eligibilityColumns,
  eligibilityTables,
  newsColumns,
  type DeliveryEligibility,
} from '../eligibility-queries.ts';

interface PushLine extends DeliveryEligibility {
  /**
   * The hash of the browser's push address; `null` if the subscription was deleted: its person has logged out or
   * switched notifications off.
   */
  readonly endpointHash: string | null;
  readonly sealed: string | null;
  readonly flipId: string;
  readonly at: Date;
  readonly message: string | null;
  readonly productId: string;
  readonly productName: string;
  readonly sellerAccountName: string;
  readonly incident: NewsIncident | null;
  readonly marketplace: string;
}

/** Returns the waiting members of one message, newest first. */
export async function readPush(
  tx: Tx,
  tenantId: string,
  { messageId, now }: { messageId: string; now: Date },
): Promise<PushLine[]> {
  const { rows } = await sql<PushLine>`
    /* prepared */
    select ${eligibilityColumns(now)},
           b.endpoint_hash as "endpointHash",
           b.sealed,
           ${newsColumns(tenantId)}
      from ${eligibilityTables(tenantId)}
      left join push_subscriptions b
        on b.tenant_id = ${tenantId}
       and b.push_subscription_id = d.target_id
       and b.email_address_id = d.email_address_id
       and exists (
             select 1
               from sessions x
              where x.tenant_id = ${tenantId}
                and x.session_hash = b.session_hash
                and x.expires_at > ${now}
           )
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at desc, f.flip_id desc`.execute(tx);
  return rows;
}
