/** Amazon: a code is good for five minutes and once. */
const codeMinutes = 5;

interface Grant {
  sellingPartnerId: string;
  /** Absent when the consent left it to the registered one. */
  redirectUri: string | undefined;
}

export interface AuthorizationCodes {
  issue(grant: Grant): string;
  /** Uses the code up, whether or not the redirect address is the one of the consent. */
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
