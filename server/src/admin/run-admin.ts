import { parseArgs } from 'node:util';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { InvalidCommand, type AdminContext, type AdminCommand, type CommandArguments } from './command.ts';
import { adminCommands } from './commands.ts';

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
  const given = parseArguments(command, rest);
  const [surplus] = given.words.slice(command.mostWords ?? given.words.length);
  if (surplus !== undefined)
    throw new InvalidCommand(`“${surplus}” is too much. npm start -- admin ${name} --help says what there is.`);
  await command.run(ctx, given);
}

/** Parses the arguments of a command. Throws an error of one line if an argument is unknown. */
function parseArguments(command: AdminCommand, args: readonly string[]): CommandArguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { words: positionals, options: Object.fromEntries(Object.entries(values).flatMap(keepStated)) };
  } catch (error) {
    // Node's message continues with advice on quoting after the first sentence.
    const [said = ''] = messageOfError(error).split(/\.\s/);
    throw new InvalidCommand(`${said}. npm start -- admin ${command.name} --help says what there is.`, {
      cause: error,
    });
  }
}

const keepStated = ([name, value]: [string, unknown]): [string, string | true][] =>
  typeof value === 'string' || value === true ? [[name, value]] : [];

const examples = [
  'npm start -- admin announce "Maintenance on Saturday from 06:00 to 07:00 UTC" --all',
  'npm start -- admin suppress bestSellerBadge --tenant owner@example.com',
  'npm start -- admin status preview prime lostBuybox --all',
  'npm start -- admin package spring --base-fee 7.99 --discount 20 --months 3 --trial-days 60',
  'npm start -- admin code SPRING spring',
  'npm start -- admin credit owner@example.com 5.00 "Mails were late in May"',
  'npm start -- admin rate-card standard --from 2027-01-01 --base 0.333 --included 20 --tiers "100:0.016,rest:0.014"',
];

/** The help for all commands. */
function adminHelp(): string {
  const head = [
    'What an operator sets. Works on the database of the running npm start, or on DATABASE_WORKER_URL.',
    'Pages that are open show it within a second.',
    '',
    'npm start -- admin COMMAND …',
    '',
  ];
  const tail = ['Examples', ...examples.map((example) => `  ${example}`)];
  return [...head, ...adminCommands.flatMap(linesOf), ...tail].join('\n');
}

/** The help for one command. */
const commandHelp = (command: AdminCommand): string => linesOf(command).join('\n').trimEnd();

function linesOf({ name, words, help, options }: AdminCommand): string[] {
  const lines = Object.entries(options).map(([option, { value, help: about }]) => {
    const usage = value ? `--${option} ${value}` : `--${option}`;
    return `      ${usage.padEnd(24)}${about}`;
  });
  return [`  ${name} ${words}`.trimEnd(), `      ${help}`, ...lines, ''];
}
