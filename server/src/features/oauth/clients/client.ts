/** A program of others that may ask people for access. */
export interface Client {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The secret of the client; `null` for a public client, which has no secret. */
  readonly secret: string | null;
  /** The host that publishes the client's description; `null` for a client of the configuration. */
  readonly host: string | null;
}
