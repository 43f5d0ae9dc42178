import { sql, type RawBuilder } from 'kysely';
import { isAllowedAgain } from '../../accounts/allowed-again-queries.ts';
import { authorizationMs } from '../../accounts/authorization-lifetime.ts';

/**
 * The condition for hooks (`c`) that have not ended with their personal token, or with their authorisation and those
 * that continue it. The rows of ended tokens and authorisations, and with them their hooks, are deleted later.
 */
export const isHookAlive = (tenantId: string, now: Date): RawBuilder<unknown> => sql`(
             (c.access_token_id is null
           or exists (
                select 1
                  from access_tokens k
                 where k.tenant_id = ${tenantId}
                   and k.access_token_id = c.access_token_id
                   and k.expires_at > ${now}
              ))
         and (c.integration_authorization_id is null
           or exists (
                select 1
                  from integration_authorizations own
                 where own.tenant_id = ${tenantId}
                   and own.integration_authorization_id = c.integration_authorization_id
                   and own.authorized_at > ${new Date(now.getTime() - authorizationMs)}
              )
           or ${isContinuedBy(tenantId, sql`later.authorized_at > ${new Date(now.getTime() - authorizationMs)}`)})
           )`;

/** The condition for hooks (`c`) whose authorisation is continued by one (`later`) for which another condition holds. */
export const isContinuedBy = (tenantId: string, ofLater: RawBuilder<unknown>): RawBuilder<unknown> => sql`
              exists (
                select 1
                  from integration_authorizations earlier
                  join integration_authorizations later
                    on later.tenant_id = ${tenantId}
                   and ${isAllowedAgain(sql`${tenantId}`)}
                 where earlier.tenant_id = ${tenantId}
                   and earlier.integration_authorization_id = c.integration_authorization_id
                   and ${ofLater}
              )`;
