import type * as z from 'zod/mini';
import type { reportError as reportErrorCall } from '@app/shared/contract/support.ts';
import type { Context } from '../../context.ts';
import { admitNetwork } from '../../lib/throttle.ts';

interface ErrorReport {
  readonly report: z.output<typeof reportErrorCall.body>;
  readonly tenantId: string | null;
  readonly ip: string;
}

/** Keeps the log readable when a page fails in a loop or someone sends reports on purpose. */
const reportsPerNetwork = 30;

/** Writes one log line for an error in a browser. The given log adds the request id. */
export async function reportError(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly log: Pick<Context['log'], 'warn'> },
  { report, tenantId, ip }: ErrorReport,
): Promise<void> {
  await admitNetwork(ctx, { purpose: 'browser-error', ip, limit: reportsPerNetwork });
  const browserError = {
    message: withoutSecrets(report.message),
    url: placeOf(report.url),
    lineNumber: report.lineNumber,
    columnNumber: report.columnNumber,
    error: withoutSecrets(report.error),
  };
  ctx.log.warn({ tenantId, browserError }, 'a browser met an error');
}

/** Keeps the origin and path only, because the query and fragment may contain tokens, codes or e-mail addresses. */
function placeOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

const replacements: readonly (readonly [RegExp, string])[] = [
  // Parameter values, also in URLs inside a stack trace.
  [/([?#&][\w.~-]+=)[^\s&#)"'`]+/g, '$1…'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/[^\s@<>"'()=]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // Tokens, hashes and ids. File names of builds are shorter.
  [/[\w-]{32,}/g, '[…]'],
];

/** Removes everything from a report that must not appear in a log. */
const withoutSecrets = (text: string): string =>
  replacements.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
