import type { Clock } from '../lib/clock.ts';
import type { Db } from '../lib/db/db.ts';
import type { Random } from '../lib/random.ts';

/** What an operator's command may reach. Its database login sees all tenants. */
export interface AdminContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  /** A line for the person at the terminal. */
  print(line: string): void;
}

export interface AdminOption {
  /** What stands after it; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

export interface Given {
  /** What stands after the name of the command, in its order. */
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

export interface AdminCommand {
  readonly name: string;
  /** The words it takes, as its usage shows them. */
  readonly words: string;
  readonly help: string;
  readonly options: Readonly<Record<string, AdminOption>>;
  run(ctx: AdminContext, given: Given): Promise<void>;
}

/** The operator asked for something that there is not: one line, no stack. */
export class Misused extends Error {}

export const textOption = ({ options }: Given, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
