import { parseArgs } from 'node:util';
import { Misused, type AdminCommand, type Given } from './command.ts';

/** Reads what was typed after a command; throws one line for what the command does not know. */
export function parseGiven(command: AdminCommand, args: readonly string[]): Given {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { words: positionals, options: Object.fromEntries(Object.entries(values).flatMap(stated)) };
  } catch (error) {
    // Node's advice on how to quote comes after the first sentence.
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Misused(`${said}. npm start -- admin ${command.name} --help says what there is.`, { cause: error });
  }
}

const stated = ([name, value]: [string, unknown]): [string, string | true][] =>
  typeof value === 'string' || value === true ? [[name, value]] : [];
