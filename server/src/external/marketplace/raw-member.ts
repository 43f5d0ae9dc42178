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

/** One member of an answer's list, still in bytes: nobody need parse it when it is the one of last time. */
export interface RawMember {
  /** Over every byte except what drifts. Equal prints are equal content; equal content may be written in other ways. */
  readonly print: string;
  /** `undefined` where it is no JSON. */
  parse(): unknown;
  /** What stands under a name that drifts, the first time; `undefined` where the name does not occur. */
  parseDrifting(name: string): unknown;
}

/** A class, since one is made of each member: an object with functions of its own costs more. */
export class MemberOf implements RawMember {
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

/** `undefined` where it is no JSON. */
export function parse(bytes: Buffer, piece: Piece): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', piece.start, piece.end));
  } catch {
    return undefined;
  }
}
