import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const line = z.looseObject({
  level: z.string(),
  msg: z._default(z.string(), ''),
  reason: z.optional(z.string()),
  subject: z.optional(z.string()),
  outcomes: z.optional(z.array(z.string())),
  skipped: z.optional(z.number()),
  err: z.optional(z.looseObject({ message: z.optional(z.string()) })),
});
export type LogLine = z.output<typeof line>;

export interface ProductLog {
  /** Returns the lines logged since the last call. */
  take: () => readonly LogLine[];
  /** Whether one of these messages has been logged since the last `take`. */
  has: (messages: ReadonlySet<string>) => boolean;
}

/** Reads the product's log, which contains every refusal with its reason. */
export function readProductLog(file: string): ProductLog {
  let taken = 0;
  const fresh = (): readonly LogLine[] => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    // The last line may still be incomplete.
    return lines.slice(taken, -1).map(parseLine);
  };
  return {
    take: () => {
      const lines = fresh();
      taken += lines.length;
      return lines;
    },
    has: (messages) => fresh().some(({ msg }) => messages.has(msg)),
  };
}

/** Parses a line of the log. A line that is not JSON comes from an uncaught error. */
function parseLine(text: string): LogLine {
  try {
    return z.parse(line, JSON.parse(text));
  } catch {
    return { level: 'fatal', msg: text };
  }
}
