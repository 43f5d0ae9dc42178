/** Amazon's authorization codes expire after five minutes and can be used once. */
const codeMinutes = 5;

interface Grant {
  sellingPartnerId: string;
  /** The redirect address of the consent request; undefined if the registered one is used. */
  redirectUri: string | undefined;
}

export interface AuthorizationCodes {
  issue(grant: Grant): string;
  /** Redeems a code. The code becomes invalid even if the redirect address does not match. */
  redeem(code: string, redirectUri: string | undefined): RedeemResult;
}

type RedeemResult = { ok: true; sellingPartnerId: string } | { ok: false; parameter: 'code' | 'redirect_uri' };

export function createAuthorizationCodes(deps: { clock: { now(): Date }; newId: () => string }): AuthorizationCodes {
  const open = new Map<string, Grant & { until: number }>();
  return {
    issue(grant) {
      const code = `AN${deps.newId().replaceAll('-', '').slice(0, 18)}`;
      open.set(code, { ...grant, until: deps.clock.now().getTime() + codeMinutes * 60_000 });
      return code;
    },
    redeem(code, redirectUri) {
      const grant = open.get(code);
      open.delete(code);
      if (!grant || grant.until <= deps.clock.now().getTime()) return { ok: false, parameter: 'code' };
      if (grant.redirectUri !== undefined && grant.redirectUri !== redirectUri) {
        return { ok: false, parameter: 'redirect_uri' };
      }
      return { ok: true, sellingPartnerId: grant.sellingPartnerId };
    },
  };
}
