import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

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

/** Lists, over all tenants, the authorisations of programs that people gave after an instant and until another. */
export async function listGiven(
  db: Executor,
  { after, until, most }: GivenBetween,
): Promise<readonly EndingAuthorization[]> {
  const { rows } = await sql<EndingAuthorization>`
    select i.tenant_id as "tenantId",
           i.integration_authorization_id as "authorizationId",
           i.name as "clientName",
           i.email_address_id as "emailAddressId",
           e.email,
           i.authorized_at as "authorizedAt"
      from integration_authorizations i
      join email_addresses e
        on e.tenant_id = i.tenant_id
       and e.email_address_id = i.email_address_id
     where i.client_id is not null
       and i.authorized_at > ${after}
       and i.authorized_at <= ${until}
       and e.is_user
     order by i.authorized_at
     limit ${most}`.execute(db);
  return rows;
}
