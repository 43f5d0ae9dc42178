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
  /** The redirect address that the application names; undefined if the registered one is used. */
  redirectUri: string | undefined;
  version: string | undefined;
  sellingPartnerId: string | undefined;
  isCancelled: boolean;
}

export type ConsentProblem = { code: string; text: string };
type ConsentParse = { ok: true; request: ConsentRequest } | { ok: false; problem: ConsentProblem };

/** Checks the parameters of the consent page or of its submitted form; problems carry Amazon's error codes. */
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
      isCancelled: given.decision === 'cancel',
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

/** Redirecting to an unregistered address would give the authorization code to a third party. */
export const foreignRedirect = (redirectUri: string): ConsentProblem => ({
  code: 'MD5101',
  text: `“${redirectUri}” is not a redirect address of this application.`,
});
