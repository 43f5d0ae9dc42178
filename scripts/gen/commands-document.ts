export interface DocumentedCommand {
  readonly name: string;
  readonly words: string;
  readonly help: string;
  readonly options: Readonly<Record<string, { readonly value?: string; readonly help: string }>>;
}

/** The content of `docs/commands.md`. */
export const commandsDocument = (commands: readonly DocumentedCommand[]): string => `# Commands of operators

Written by \`npm run gen\` from \`server/src/admin\`. \`npm start -- admin COMMAND …\` works on the database of the running \`npm start\`, or on the one that \`DATABASE_WORKER_URL\` names; [operating.md](operating.md#install) says how commands run beside systemd and in a container. \`npm start -- admin --help\` prints the same with examples.

WHO and TENANT are the id of a tenant, or an address that logs in to it; \`set-aside\` takes the words that its list prints. Every change is listed on /operator under “What operators did”, as done by the command line, and a change for a tenant is also in the audit trail of its owner.

| command | what it does |
| --- | --- |
${commands.map(rowOf).join('\n')}
`;

function rowOf({ name, words, help, options }: DocumentedCommand): string {
  const lines = Object.entries(options).map(
    ([option, { value = '', help: about }]) => `${code(`--${option} ${value}`)}: ${cell(about)}`,
  );
  return `| ${code(`${name} ${words}`)} | ${[cell(help), ...lines].join('<br>')} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${cell(text.trim())}\``;
