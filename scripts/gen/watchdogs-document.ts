import type { Watchdog } from '../../shared/src/watchdogs/define.ts';

/** The text of `docs/watchdogs.md`. */
export function watchdogsDocument(watchdogs: readonly Watchdog[]): string {
  const rows = watchdogs.map((kind) =>
    [
      `\`${kind.type}\``,
      kind.title,
      kind.family,
      kind.reads.map((aspect) => `\`${aspect}\``).join(', '),
      period(kind.everyMinutes),
      colours(kind.colours),
      colours(kind.mailByDefault ?? kind.colours) || 'none',
      settings(kind),
      kind.about,
    ].map(cell),
  );
  return `# Watchdogs

Written by \`npm run gen\` from \`shared/src/watchdogs/kinds\`. One file there is one kind.

| type | title | family | reads | every | colours | mailed by default | settings (default) | about |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

const colours = (list: readonly string[]): string => list.map((colour) => colour.toLowerCase()).join(', ');

function period(minutes: number): string {
  if (minutes % 1440 === 0) {
    return `${minutes / 1440} d`;
  }
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function settings(kind: Watchdog): string {
  const defaults: Record<string, unknown> = kind.settings.parse({});
  return Object.entries(defaults)
    .map(([name, value]) => `${kind.panel[name]?.label ?? name} (${JSON.stringify(value)})`)
    .join('; ');
}
