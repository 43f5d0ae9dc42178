import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';
import { isAllowedAgain } from '../../accounts/allowed-again-queries.ts';

export interface EndingAuthorization {
  readonly tenantId: string;
  readonly authorizationId: string;
  readonly clientName: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly authorizedAt: Date;
}

interface GivenBetween {
  readonly after: Date;
  readonly until: Date;
  readonly most: number;
}

/**
 * Lists, over all tenants, the authorisations of programs that people gave after an instant and until another, without
 * those that a later one continues.
 */
export async function listGiven(
  db: Executor,
  { after, until, most }: GivenBetween,
): Promise<readonly EndingAuthorization[]> {
  const { rows } = await sql<EndingAuthorization>`
    select earlier.tenant_id as "tenantId",
           earlier.integration_authorization_id as "authorizationId",
           earlier.name as "clientName",
           earlier.email_address_id as "emailAddressId",
           e.email,
           earlier.authorized_at as "authorizedAt"
      from integration_authorizations earlier
      join email_addresses e
        on e.tenant_id = earlier.tenant_id
       and e.email_address_id = earlier.email_address_id
     where earlier.client_id is not null
       and earlier.authorized_at > ${after}
       and earlier.authorized_at <= ${until}
       and e.is_user
       and not exists (
             select 1
               from integration_authorizations later
              where later.tenant_id = earlier.tenant_id
                and ${isAllowedAgain(sql`earlier.tenant_id`)}
           )
     order by earlier.authorized_at
     limit ${most}`.execute(db);
  return rows;
}
