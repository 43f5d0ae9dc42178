/** A way to reach somebody, as both ends and the documents know it. */
export interface TransportDeclaration {
  /** Kept in rows; it never changes. */
  readonly id: string;
  /** "Slack" */
  readonly label: string;
  /** Within "to Warehouse by webhook". */
  readonly by: string;
  /** The position among the transports wherever they are listed. */
  readonly order: number;
  /** Strokes of the icon, as SVG paths in a square of 24. */
  readonly icon: readonly string[];
  /** The kind of recipient: an e-mail address, a browser that a person is logged in at, or a channel of the account. */
  readonly reaches: 'address' | 'browser' | 'channel';
}

/** A transport that people set up with an address. */
export interface ChannelDeclaration extends TransportDeclaration {
  readonly reaches: 'channel';
  /** Whether what is posted is signed with a secret of the channel. */
  readonly isSigned: boolean;
  readonly form: {
    readonly namePlaceholder: string;
    readonly addressLabel: string;
    readonly addressPlaceholder: string;
    readonly help: string;
  };
  /** `null`, or what is wrong with a public https address. */
  refuseAddress(address: string): string | null;
}
