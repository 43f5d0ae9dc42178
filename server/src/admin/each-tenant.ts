import type { Logger } from 'pino';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { isOutage } from '../lib/db/unavailable.ts';
import { InvalidCommand } from './command.ts';
import { countedTenants } from './find-tenants.ts';

/** The tenants that an act of an operator has reached, and those for which it failed. */
export interface Reach {
  readonly tenants: number;
  readonly failed: readonly { readonly tenantId: string; readonly error: string }[];
}

/**
 * Does the work of an act for each tenant in turn. A tenant whose work fails does not stop the others and is named in
 * the result, so that the operator can repeat the act. An outage of the database concerns all tenants and ends the act.
 */
export async function forEachTenant(
  { log }: { readonly log: Pick<Logger, 'error'> },
  tenantIds: readonly string[],
  work: (tenantId: string) => Promise<void>,
): Promise<Reach> {
  const failed = [];
  for (const tenantId of tenantIds) {
    try {
      await work(tenantId);
    } catch (error) {
      if (isOutage(error)) throw error;
      log.error({ err: error, tenantId }, 'an act of an operator has failed for a tenant');
      failed.push({ tenantId, error: messageOfError(error) });
    }
  }
  return { tenants: tenantIds.length - failed.length, failed };
}

/** Fails a command that did not reach all of its tenants, after it has printed what it did. */
export function refuseFailed({ failed }: Reach): void {
  if (failed.length === 0) return;
  const named = failed.map(({ tenantId, error }) => `${tenantId} (${error})`).join(', ');
  throw new InvalidCommand(`It failed for ${countedTenants(failed.length)}: ${named}. It may be repeated.`);
}
