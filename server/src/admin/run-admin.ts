import { InvalidCommand, type AdminContext } from './command.ts';
import { adminCommands } from './commands.ts';
import { adminHelp, commandHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';

const asksForHelp = (args: readonly string[]): boolean => args.some((word) => word === '--help' || word === '-h');

/** Returns the help if the arguments only ask for it, and otherwise `null`. Needs no database. */
export function helpOf(args: readonly string[]): string | null {
  const [name] = args;
  const command = adminCommands.find((one) => one.name === name);
  if (name === undefined || name === 'help' || (asksForHelp(args) && !command)) return adminHelp();
  return command && asksForHelp(args) ? commandHelp(command) : null;
}

/** Runs one command of an operator. Throws `InvalidCommand` with a message of one line for invalid arguments. */
export async function runAdmin(ctx: AdminContext, args: readonly string[]): Promise<void> {
  const help = helpOf(args);
  if (help !== null) return ctx.print(help);
  const [name = '', ...rest] = args;
  const command = adminCommands.find((one) => one.name === name);
  if (!command) throw new InvalidCommand(`There is no “admin ${name}”. npm start -- admin --help says what there is.`);
  await command.run(ctx, parseArguments(command, rest));
}
