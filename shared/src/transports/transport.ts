/** A way to reach somebody, as both ends and the documents know it. */
export interface TransportDeclaration {
  /** Kept in rows; it never changes. */
  readonly id: string;
  readonly label: string;
  /** What it reaches: an e-mail address, a browser that somebody is logged in at, or a channel of the account. */
  readonly reaches: 'address' | 'browser' | 'channel';
}
