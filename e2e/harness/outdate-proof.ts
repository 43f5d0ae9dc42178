import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

/**
 * Moves the last password check of all sessions of a person 15 minutes back. A change to log-ins then asks for the
 * password again.
 */
export const outdateProof = (house: TestHouse, email: string): Promise<void> =>
  withClient(house.database?.workerUrl ?? '', async (client) => {
    await client.query(
      `update sessions s set proved_at = (s.proved_at at time zone 'UTC' - interval '15 minutes') at time zone 'UTC'
         from email_addresses e
        where e.tenant_id = s.tenant_id and e.email_address_id = s.email_address_id and e.email = $1`,
      [email],
    );
  });
