import { reason } from '@app/shared/contract/operator.ts';
import type { NotificationQueue } from '../external/marketplace/notification-queue.ts';
import type { Payments } from '../external/stripe/payments.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db } from '../lib/db/db.ts';
import type { Sender } from '../lib/mail/message-id.ts';
import type { EncryptionKeys } from '../lib/secrets.ts';
import type { Random } from '../lib/random.ts';
import { isStorableText } from '../http/storable-text.ts';
import type { Logger } from 'pino';

/** The context of everything that an operator does. Its database login sees all tenants. */
export interface OperatorContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'error'>;
  /** The queue of notifications; absent if none is configured. */
  readonly notifications?: Pick<NotificationQueue, 'send' | 'countDeadLetters' | 'redrive'> | null;
}

/** The parts of the context for acts on global tables. Their statements may be part of a transaction. */
export interface GlobalContext extends Pick<OperatorContext, 'clock'> {
  readonly db: Pick<Db, 'global'>;
}

/** The operator's name in the list of acts for a command, where no person is logged in. */
export const commandLine = 'command line';

/** The context of an operator's command. */
export interface AdminContext extends OperatorContext {
  readonly keys: EncryptionKeys;
  readonly config: Sender['config'];
  /** The payment provider; `null` when no payment provider is configured. */
  readonly payments: Payments | null;
  /** Prints a line for the operator at the terminal. */
  print(line: string): void;
}

export interface AdminOption {
  /** The name of the option's value in the usage text; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

export interface CommandArguments {
  /** The words after the name of the command, in their order. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

export interface AdminCommand {
  readonly name: string;
  /** The words that the command takes, as its usage shows them. */
  readonly words: string;
  /** The most words that the command takes; any number if absent. */
  readonly mostWords?: number;
  readonly help: string;
  readonly options: Readonly<Record<string, AdminOption>>;
  run(ctx: AdminContext, given: CommandArguments): Promise<void>;
}

/** The operator gave an invalid command. The message is printed in one line without a stack. */
export class InvalidCommand extends Error {}

/** Parses an amount of USD with at most `decimals` decimals into cents or mills; `null` for anything else. */
export function parseUsd(text: string, decimals: 2 | 3): number | null {
  const isAmount = new RegExp(`^\\d{1,5}(\\.\\d{1,${decimals}})?$`).test(text);
  return isAmount ? Math.round(Number(text) * 10 ** decimals) : null;
}

/** Returns the reason of `--reason`, which the list of what operators did keeps. */
export function reasonOption(given: CommandArguments): string {
  const parsed = reason.safeParse(textOption(given, 'reason') ?? '');
  if (!parsed.success || !isStorableText(parsed.data))
    throw new InvalidCommand('Say why, in 3 to 300 characters: --reason "TEXT".');
  return parsed.data;
}

export const textOption = ({ options }: CommandArguments, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
