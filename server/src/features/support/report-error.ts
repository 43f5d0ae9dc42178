import type * as z from 'zod/mini';
import type { reportError as reportErrorCall } from '@app/shared/contract/support.ts';
import type { Context } from '../../context.ts';
import { admit, networkOf } from '../../lib/throttle.ts';
import { placeOf, withoutSecrets } from './without-secrets.ts';

interface Reported {
  readonly report: z.output<typeof reportErrorCall.body>;
  readonly tenantId: string | null;
  readonly ip: string;
}

/** A page that fails in a loop, or somebody who plays: the log stays readable. */
const reportsPerNetwork = 30;

/** One line of the log for an error that a browser met; the log given knows the request. */
export async function reportError(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly log: Pick<Context['log'], 'warn'> },
  { report, tenantId, ip }: Reported,
): Promise<void> {
  await admit(ctx, { subject: `browser-error:${networkOf(ip)}`, limit: reportsPerNetwork });
  const browserError = {
    message: withoutSecrets(report.message),
    url: placeOf(report.url),
    lineNumber: report.lineNumber,
    columnNumber: report.columnNumber,
    error: withoutSecrets(report.error),
  };
  ctx.log.warn({ tenantId, browserError }, 'a browser met an error');
}
