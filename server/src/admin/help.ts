import type { AdminCommand } from './command.ts';
import { adminCommands } from './commands.ts';

const examples = [
  'npm start -- admin announce "Maintenance on Saturday from 06:00 to 07:00 UTC" --all',
  'npm start -- admin suppress bestSellerBadge --tenant owner@example.com',
  'npm start -- admin status preview prime lostBuybox --all',
  'npm start -- admin package spring --base-fee 7.99 --discount 20 --months 3 --trial-days 60',
  'npm start -- admin code SPRING spring',
];

/** The help for all commands. */
export function adminHelp(): string {
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
export const commandHelp = (command: AdminCommand): string => linesOf(command).join('\n').trimEnd();

function linesOf({ name, words, help, options }: AdminCommand): string[] {
  const lines = Object.entries(options).map(([option, { value, help: about }]) => {
    const usage = value ? `--${option} ${value}` : `--${option}`;
    return `      ${usage.padEnd(24)}${about}`;
  });
  return [`  ${name} ${words}`.trimEnd(), `      ${help}`, ...lines, ''];
}
