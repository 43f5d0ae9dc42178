import type { IncomingHttpHeaders } from 'node:http';

export interface HookAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readonly<Record<string, unknown>>;
  /** The words or the code in the body that say why a message was refused. */
  readonly reason?: string;
}

export interface PostedMessage {
  /** Path and query below the address of the receiver. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The secret that the receiver was given, if any. */
  readonly secret: string | null;
  readonly now: Date;
}

/** A service that messages are posted to. It checks a message as strictly as the service, and answers in its form. */
export interface StandIn {
  readonly id: string;
  /** Path and query that the service puts into the addresses it hands out. */
  readonly path: string;
  readonly taken: HookAnswer;
  /** The answer after the owner has removed the webhook, workflow or bot. */
  readonly gone: HookAnswer;
  /** A refusal of one message, which a later message does not meet. */
  readonly refused: HookAnswer;
  tooMany(retryAfterSeconds: number): HookAnswer;
  /** The refusal of a message and its cause, or `null` when the message is taken. */
  check(message: PostedMessage): { readonly problem: string; readonly answer: HookAnswer } | null;
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
