import * as z from 'zod/mini';
import type { RegionDeps } from './deps.ts';
import { isRegisteredRedirect } from './redirect.ts';

const parameters = z.object({
  application_id: z.optional(z.string()),
  state: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  version: z.optional(z.string()),
  selling_partner_id: z.optional(z.string()),
  decision: z.optional(z.string()),
});

export interface ConsentRequest {
  applicationId: string;
  state: string;
  /** Absent when the application leaves it to its registered address. */
  redirectUri: string | undefined;
  version: string | undefined;
  sellingPartnerId: string | undefined;
  cancelled: boolean;
}

export type ConsentProblem = { code: string; text: string };
export type ConsentParse = { ok: true; request: ConsentRequest } | { ok: false; problem: ConsentProblem };

/** Checks the query of the consent page, or the form that came of it, with Amazon's own error codes. */
export function parseConsent(input: unknown, deps: RegionDeps): ConsentParse {
  const parsed = parameters.safeParse(input);
  const given = parsed.success ? parsed.data : {};
  const problem = problemOf(given, deps);
  if (problem) return { ok: false, problem };
  return {
    ok: true,
    request: {
      applicationId: given.application_id ?? '',
      state: given.state ?? '',
      redirectUri: given.redirect_uri,
      version: given.version,
      sellingPartnerId: given.selling_partner_id,
      cancelled: given.decision === 'cancel',
    },
  };
}

function problemOf(given: z.infer<typeof parameters>, deps: RegionDeps): ConsentProblem | undefined {
  if (given.application_id !== deps.applicationId) {
    return { code: 'MD9100', text: `No application is registered as “${given.application_id ?? ''}”.` };
  }
  if (!given.state) return { code: 'MD9100', text: 'The parameter “state” is missing.' };
  if (given.redirect_uri !== undefined && !isRegisteredRedirect(given.redirect_uri, deps.watchpostUrl)) {
    return foreignRedirect(given.redirect_uri);
  }
  return undefined;
}

/** Leading there would hand the code to whoever asked. */
export const foreignRedirect = (redirectUri: string): ConsentProblem => ({
  code: 'MD5101',
  text: `“${redirectUri}” is not a redirect address of this application.`,
});
