import * as z from 'zod/mini';

/** smtpDown: the next connections are turned away for now; smtpReject: the next recipients are refused for good. */
export const mailFault = z.object({
  fault: z.enum(['smtpDown', 'smtpReject']),
  count: z.prefault(z.number().check(z.multipleOf(1), z.gte(0)), 1),
});
export type MailFault = z.infer<typeof mailFault>;

export interface MailFaults {
  /** Replaces what was left of this fault. */
  set(fault: MailFault): void;
  /** Uses one up, if there is one. */
  consume(fault: MailFault['fault']): boolean;
  clear(): void;
}

export function createMailFaults(): MailFaults {
  const left = new Map<MailFault['fault'], number>();
  return {
    set: ({ fault, count }) => void left.set(fault, count),
    consume(fault) {
      const count = left.get(fault) ?? 0;
      left.set(fault, Math.max(0, count - 1));
      return count > 0;
    },
    clear: () => left.clear(),
  };
}
