import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { cancelSubscription } from '@app/shared/contract/billing.ts';
import { requestDeletion } from '@app/shared/contract/tenant-data.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';

const api = testApi();

/** An owner whose next digest is due an hour after the end of the trial, after which the account has no payment. */
async function ownerBeforeTheEnd(): Promise<{ owner: Owner; digestAt: string }> {
  const owner = await api.owner();
  const endsAt = new Date(api.clock.now().getTime() + 10 * hourMs);
  const digestAt = new Date(endsAt.getTime() + hourMs);
  await sql`update tenants set trial_ends_at = ${endsAt} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  await setDigest(owner, digestAt);
  return { owner, digestAt: digestAt.toISOString() };
}

const setDigest = (owner: Owner, at: Date) =>
  sql`update email_addresses
         set verified_at = ${api.clock.now()}, digest_reckoned_by = digest_clock, digest_due_at = ${at}
       where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

const nextDigestOf = async (owner: Owner) => (await owner.call(isAuthenticated)).nextDigestAt;

test('a digest that is due after the end of the service is not announced', async () => {
  const { owner, digestAt } = await ownerBeforeTheEnd();
  expect(await nextDigestOf(owner)).toBeNull();

  await sql`update tenant_subscriptions set is_exempt = true where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  expect(await nextDigestOf(owner)).toBe(digestAt);
});

test('the last digest before the end of a cancelled subscription is announced', async () => {
  const { owner } = await ownerBeforeTheEnd();
  await owner.call(cancelSubscription, {});
  const before = new Date(api.clock.now().getTime() + 9 * hourMs);
  await setDigest(owner, before);

  expect(await nextDigestOf(owner)).toBe(before.toISOString());
});

test('no digest is announced while the account is about to be deleted', async () => {
  const owner = await api.owner();
  await setDigest(owner, new Date(api.clock.now().getTime() + hourMs));
  expect(await nextDigestOf(owner)).not.toBeNull();

  await owner.call(requestDeletion, { body: { companyName: 'Analytical Engines' } });
  expect(await nextDigestOf(owner)).toBeNull();
});
