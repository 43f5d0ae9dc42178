import type { OAuthClient } from '../../external/oauth/oauth-client.ts';
import type { Db } from '../../lib/db/db.ts';

/** A service of another company at which our application is registered as an OAuth client. */
export interface ConnectionService {
  /** The id that is stored with the connections. */
  readonly id: string;
  /** The name that people see. */
  readonly title: string;
  /** The address of the consent page. */
  readonly authorizeUrl: string;
  /** Our address to which the service sends the browser back, as it is registered at the service. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /**
   * A consent that lacks one of these scopes is refused. A service may grant a scope under another name than was
   * requested.
   */
  readonly necessaryScopes: readonly string[];
  /** Further parameters of the consent page. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly hasPkce: boolean;
  readonly client: OAuthClient;
  /**
   * Whether another connection, perhaps of another tenant, lives from the same access, which the service would end
   * for it too. Looks at all tenants, so it is for the worker. Absent if the access of a connection is its own.
   */
  readonly isGrantShared?: (db: Db, key: ConnectionKey) => Promise<boolean>;
}

export interface ConnectionKey {
  readonly tenantId: string;
  readonly connectionId: string;
}
