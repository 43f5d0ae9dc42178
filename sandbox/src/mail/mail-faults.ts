import * as z from 'zod/mini';

/**
 * smtpDown refuses the next connections temporarily, smtpReject refuses the next recipients permanently, smtpBusy
 * refuses them temporarily. With an address, only that recipient is refused.
 */
export const mailFault = z.object({
  fault: z.enum(['smtpDown', 'smtpReject', 'smtpBusy']),
  count: z.prefault(z.number().check(z.multipleOf(1), z.gte(0)), 1),
  address: z.optional(z.string()),
});
type MailFault = z.infer<typeof mailFault>;

export interface MailFaults {
  /** Replaces the remaining count of this fault for this address. */
  set(fault: MailFault): void;
  /** Decrements the remaining count; returns false if the fault is not set. */
  consume(fault: MailFault['fault'], address?: string): boolean;
  clear(): void;
}

export function createMailFaults(): MailFaults {
  const left = new Map<string, number>();
  const consume = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    left.set(key, Math.max(0, count - 1));
    return count > 0;
  };
  return {
    set: ({ fault, count, address }) => void left.set(keyOf(fault, address), count),
    consume: (fault, address) => consume(keyOf(fault)) || (address !== undefined && consume(keyOf(fault, address))),
    clear: () => left.clear(),
  };
}

const keyOf = (fault: string, address = ''): string => `${fault} ${address.toLowerCase()}`;
