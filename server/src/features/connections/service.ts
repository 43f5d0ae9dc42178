import type { OAuthClient } from '../../external/oauth/oauth-client.ts';

/** A service of others at which our application is registered as an OAuth client. */
export interface ConnectionService {
  /** Stored with the connections. */
  readonly id: string;
  /** The name for people. */
  readonly title: string;
  /** The consent page. */
  readonly authorizeUrl: string;
  /** Our address that the service sends the browser back to, as it is registered there. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** A consent without one of these is refused. Services may name a scope differently than it was asked for. */
  readonly necessaryScopes: readonly string[];
  /** Further parameters of the consent page. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly hasPkce: boolean;
  readonly client: OAuthClient;
}

export interface ConnectionKey {
  readonly tenantId: string;
  readonly connectionId: string;
}
