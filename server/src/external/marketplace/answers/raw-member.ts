export interface Piece {
  readonly start: number;
  readonly end: number;
}

export interface Cut extends Piece {
  readonly name: string;
}

export interface Extent extends Piece {
  readonly cuts: readonly Cut[];
}

export interface Span extends Extent {
  readonly print: string;
}

/** A member of an answer's list as raw bytes, so that an unchanged member need not be parsed. */
export interface RawMember {
  /**
   * Fingerprint of all bytes except the drifting fields. Equal fingerprints mean equal content; equal content may be
   * written in different bytes.
   */
  readonly print: string;
  /** Returns `undefined` if the member is not valid JSON. */
  parse(): unknown;
  /** Returns the first value of a drifting field, or `undefined` if the field does not occur. */
  parseDrifting(name: string): unknown;
}

/** A class, because one is created per member and an object literal with its own functions costs more. */
export class UnparsedMember implements RawMember {
  readonly print: string;
  readonly #bytes: Buffer;
  readonly #span: Span;
  #parsed: unknown;

  constructor(bytes: Buffer, span: Span) {
    this.print = span.print;
    this.#bytes = bytes;
    this.#span = span;
  }

  parse(): unknown {
    return (this.#parsed ??= parse(this.#bytes, this.#span));
  }

  parseDrifting(name: string): unknown {
    const cut = this.#span.cuts.find((one) => one.name === name);
    return cut && parse(this.#bytes, cut);
  }
}

/** Returns `undefined` for invalid JSON. */
export function parse(bytes: Buffer, piece: Piece): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', piece.start, piece.end));
  } catch {
    return undefined;
  }
}
