/** A way to reach a recipient, with the fields that server, browser and documents share. */
export interface TransportDeclaration {
  /** The id is stored in database rows, so it must never change. */
  readonly id: string;
  /** The name for users: "Slack". */
  readonly label: string;
  /** The words for this transport within a sentence, such as "by webhook" in "to Warehouse by webhook". */
  readonly by: string;
  /** The position in every list of transports. */
  readonly order: number;
  /** Strokes of the icon, as SVG paths in a square of 24. */
  readonly icon: readonly string[];
  /** The kind of recipient: an e-mail address, a browser that a person is logged in at, or a channel of the account. */
  readonly reaches: 'address' | 'browser' | 'channel';
}

/** A transport that people set up with an address. */
export interface ChannelDeclaration extends TransportDeclaration {
  readonly reaches: 'channel';
  /** Whether messages to the channel are signed with a secret of the channel. */
  readonly isSigned: boolean;
  readonly form: {
    readonly namePlaceholder: string;
    readonly addressLabel: string;
    readonly addressPlaceholder: string;
    readonly help: string;
  };
  /** Returns why a public https address cannot be an address of this service, or `null` if it can. */
  refuseAddress(address: string): string | null;
}
