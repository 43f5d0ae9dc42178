import { sql, type RawBuilder } from 'kysely';

/**
 * The condition under which a later authorisation (`later`) continues an earlier one (`earlier`) of the same tenant: the
 * person has allowed the same program again, for as much or more, and the program has not renewed the tokens of the
 * earlier one since. A program that renews the tokens of both has two connections, each with an authorisation of its
 * own. Processes that had the earlier tokens in hand may renew them for another hour, which is how long they last.
 *
 * @param tenantId the tenant, or the column that holds it: a cluster has to find it in the inner statement too
 */
export const isAllowedAgain = (tenantId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
           later.client_id = earlier.client_id
       and later.email_address_id = earlier.email_address_id
       and later.resource = earlier.resource
       and later.scopes @> earlier.scopes
       and later.integration_authorization_id > earlier.integration_authorization_id
       and not exists (
             select 1
               from oauth_refresh_tokens r
              where r.tenant_id = ${tenantId}
                and r.integration_authorization_id = earlier.integration_authorization_id
                and r.used_at > later.authorized_at + interval '1 hour'
           )`;
