import type * as z from 'zod/mini';
import type { reportError as reportErrorCall } from '@app/shared/contract/support.ts';
import type { Context } from '../../context.ts';
import { admit, networkOf } from '../../lib/throttle.ts';

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

/** Only where it was: what follows in an address may be a token, a code or somebody's address. */
function placeOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

const replacements: readonly (readonly [RegExp, string])[] = [
  // The values of parameters, also of addresses inside a stack.
  [/([?#&][\w.~-]+=)[^\s&#)"'`]+/g, '$1…'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/[^\s@<>"'()=]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // Tokens, hashes and ids; file names of builds are shorter.
  [/[\w-]{32,}/g, '[…]'],
];

/** What people's browsers tell, without what nobody may read in a log. */
const withoutSecrets = (text: string): string =>
  replacements.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
