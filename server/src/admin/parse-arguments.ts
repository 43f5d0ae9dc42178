import { parseArgs } from 'node:util';
import { InvalidCommand, type AdminCommand, type CommandArguments } from './command.ts';

/** Parses the arguments of a command. Throws an error of one line for an unknown one. */
export function parseArguments(command: AdminCommand, args: readonly string[]): CommandArguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { words: positionals, options: Object.fromEntries(Object.entries(values).flatMap(stated)) };
  } catch (error) {
    // Node's message continues with advice on quoting after the first sentence.
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new InvalidCommand(`${said}. npm start -- admin ${command.name} --help says what there is.`, {
      cause: error,
    });
  }
}

const stated = ([name, value]: [string, unknown]): [string, string | true][] =>
  typeof value === 'string' || value === true ? [[name, value]] : [];
