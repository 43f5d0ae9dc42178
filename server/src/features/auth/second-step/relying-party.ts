import { onDemand } from '../../../lib/on-demand.ts';

/**
 * Ed25519, ES256 and RS256: every authenticator supports one of them. Without this list the library would offer
 * algorithms that Node may not support.
 */
export const algorithms = [-8, -7, -257];

export const webAuthn = onDemand(() => import('@simplewebauthn/server'));

interface RelyingParty {
  readonly name: string;
  readonly id: string;
  readonly origins: string[];
}

/** The host to which passkeys belong. An IP address cannot own passkeys, so 127.0.0.1 uses the name `localhost`. */
export function relyingParty({ publicUrl }: { readonly publicUrl: string }): RelyingParty {
  const { origin, hostname, protocol, port } = new URL(publicUrl);
  const local = `${protocol}//localhost${port && `:${port}`}`;
  if (hostname === '127.0.0.1') return { name: 'Watchpost', id: 'localhost', origins: [origin, local] };
  return { name: 'Watchpost', id: hostname, origins: [origin] };
}
