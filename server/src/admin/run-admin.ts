import { Misused, type AdminContext } from './command.ts';
import { adminCommands } from './commands.ts';
import { adminHelp, commandHelp } from './help.ts';
import { parseGiven } from './parse-given.ts';

const asksForHelp = (args: readonly string[]): boolean => args.some((word) => word === '--help' || word === '-h');

/** The help, where it is all that was asked for; it needs no database. */
export function helpOf(args: readonly string[]): string | null {
  const [name] = args;
  const command = adminCommands.find((one) => one.name === name);
  if (name === undefined || name === 'help' || (asksForHelp(args) && !command)) return adminHelp();
  return command && asksForHelp(args) ? commandHelp(command) : null;
}

/** Runs one command of an operator; throws `Misused` with one line for what he cannot mean. */
export async function runAdmin(ctx: AdminContext, args: readonly string[]): Promise<void> {
  const help = helpOf(args);
  if (help !== null) return ctx.print(help);
  const [name = '', ...rest] = args;
  const command = adminCommands.find((one) => one.name === name);
  if (!command) throw new Misused(`There is no “admin ${name}”. npm start -- admin --help says what there is.`);
  await command.run(ctx, parseGiven(command, rest));
}
