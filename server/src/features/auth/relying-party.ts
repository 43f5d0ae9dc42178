/** Ed25519, ES256 and RS256: every authenticator knows one of them. Named, or the library would try what Node may know. */
export const algorithms = [-8, -7, -257];

export interface RelyingParty {
  readonly name: string;
  readonly id: string;
  readonly origins: string[];
}

/** To whom passkeys belong: this host. A bare address has none; on this very machine `localhost` is a name for it. */
export function relyingParty({ publicUrl }: { readonly publicUrl: string }): RelyingParty {
  const { origin, hostname, protocol, port } = new URL(publicUrl);
  const local = `${protocol}//localhost${port && `:${port}`}`;
  if (hostname === '127.0.0.1') return { name: 'Watchpost', id: 'localhost', origins: [origin, local] };
  return { name: 'Watchpost', id: hostname, origins: [origin] };
}
