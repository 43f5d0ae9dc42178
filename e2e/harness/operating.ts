import * as z from 'zod/mini';
import { confirmApp, startApp } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import { productSession, type NewOwner, type ProductSession } from '../../scripts/sessions/product-session.ts';
import { codeOfApp } from '../../server/testing/http/authenticator-app.ts';
import type { TestHouse } from './house.ts';
import { operator } from './operator.ts';

const startedShape = z.object({ secret: z.string() });

/** Signs a person up, makes the person an operator, and sets up the second step of the log-in that operators need. */
export async function signUpOperator(house: TestHouse, person: NewOwner): Promise<ProductSession> {
  const session = productSession(house.url);
  await session.signUp(person);
  await operator(house, 'operator', person.email);
  await setUpSecondStep(session);
  return session;
}

/** Sets up an authenticator app as the second step of the log-in. */
export async function setUpSecondStep(session: ProductSession): Promise<void> {
  const { secret } = startedShape.parse(JSON.parse((await session.post(startApp.path, {})).text));
  await session.post(confirmApp.path, { code: codeOfApp(secret, Date.now()) });
}

/** Inserts work that was set aside after too many failures: a message and a chore of the tenant. */
export const setWorkAside = (house: TestHouse, email: string): Promise<void> =>
  withClient(house.database?.workerUrl ?? '', async (client) => {
    await client.query(
      `insert into messages (
         tenant_id, message_id, transport, purpose, recipient, state, created_at, due_at, attempts, set_aside_at,
         last_error
       )
       select l.tenant_id, 'broken-' || l.email_address_id, 'mail', 'digest', l.email, 'given up', now(), now(), 5, now(),
              'It could not be composed: Cannot read properties of undefined (reading ''title'')'
         from logins l where l.email = $1
       returning 1`,
      [email],
    );
    await client.query(
      `insert into set_aside_turns (tenant_id, chore, process_id, failures, last_error, since, retry_at)
       select l.tenant_id, 'push spreadsheets to Google', p.process_id, 9, 'The answer has no rows',
              now() - interval '2 hours', now() + interval '40 minutes'
         from logins l, processes p where l.email = $1 and p.role = 'worker' limit 1
       returning 1`,
      [email],
    );
  });
