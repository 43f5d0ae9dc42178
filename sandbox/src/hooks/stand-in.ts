import type { IncomingHttpHeaders } from 'node:http';

export interface HookAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readonly<Record<string, unknown>>;
  /** The part of the body that gives the reason of a refusal: a text or an error code. */
  readonly reason?: string;
}

export interface PostedMessage {
  /** Path and query after the receiver's address. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The receiver's signing secret, if it has one. */
  readonly secret: string | null;
  readonly now: Date;
}

/** Stands in for one service: checks a message as strictly as the service does, and answers in the same format. */
export interface StandIn {
  readonly id: string;
  /** Path and query of the webhook addresses that the service gives to its users. */
  readonly path: string;
  readonly taken: HookAnswer;
  /** The answer after the owner has removed the webhook, workflow or bot. */
  readonly gone: HookAnswer;
  /** The refusal of a single message; later messages are accepted. */
  readonly refused: HookAnswer;
  tooMany(retryAfterSeconds: number): HookAnswer;
  /** Returns why a message is refused and with which answer, or `null` if it is accepted. */
  check(message: PostedMessage): { readonly problem: string; readonly answer: HookAnswer } | null;
}

/** A stand-in for a chat service, with data for the tests that all chats must pass (`chats.test.ts`). */
export interface ChatStandIn extends StandIn {
  /** A host of the addresses that the service hands out. */
  readonly host: string;
  /** Product names that the service would interpret as markup, a mention or a link if they were not escaped. */
  readonly markup: readonly string[];
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
