import { families } from '../../shared/src/watchdogs/model/define.ts';
import type { Watchdog } from '../../shared/src/watchdogs/model/define.ts';
import type { Aspect } from '../../shared/src/watchdogs/facts/observations.ts';

/** A source of aspects, as the document describes it. */
export interface DocumentedSource {
  readonly name: string;
  readonly aspects: readonly Aspect[];
  readonly announcedBy: readonly string[];
}

/** The content of `docs/watchdogs.md`. */
export function watchdogsDocument(watchdogs: readonly Watchdog[], sources: readonly DocumentedSource[]): string {
  const told = families.map((family) => ({ family, kinds: watchdogs.filter((kind) => kind.family === family) }));
  return `# Watchdogs

Written by \`npm run gen\` from \`shared/src/watchdogs/kinds\`. One file there is one kind.

| type | title | source | every | colours | mailed by default |
| --- | --- | --- | --- | --- | --- |
${told.flatMap(({ kinds }) => kinds.map((kind) => row(kind, sources))).join('\n')}

${told.map(({ family, kinds }) => `## ${family}\n\n${kinds.map((kind) => section(kind, sources)).join('\n\n')}`).join('\n\n')}
`;
}

const sourceNames = (aspects: readonly Aspect[], sources: readonly DocumentedSource[]): string[] => [
  ...new Set(aspects.flatMap((aspect) => sourceOf(aspect, sources)?.name ?? [])),
];

const sourceOf = (aspect: Aspect, sources: readonly DocumentedSource[]): DocumentedSource | undefined =>
  sources.find(({ aspects }) => aspects.includes(aspect));

const row = (kind: Watchdog, sources: readonly DocumentedSource[]): string =>
  `| ${[
    `\`${kind.type}\``,
    kind.title,
    sourceNames(kind.reads, sources).join(', '),
    period(kind.everyMinutes),
    colours(kind.colours),
    colours(kind.mailByDefault ?? kind.colours) || 'none',
  ]
    .map(cell)
    .join(' | ')} |`;

function section(kind: Watchdog, sources: readonly DocumentedSource[]): string {
  const lines = [
    ...kind.reads.map((aspect) => `- Reads ${describeAspect(aspect, sources)}`),
    ...kind.consults.map((aspect) => `- Consults ${describeAspect(aspect, sources)}`),
    costs(kind),
    ...causes(kind),
    ...settings(kind),
    ...ownSettings(kind),
  ];
  const steps = kind.nextSteps.map((step, index) => `${index + 1}. ${step}`);
  const todo = `What to do, with the button "${kind.action.label}":\n\n${steps.join('\n')}`;
  return `### ${kind.title} (\`${kind.type}\`)\n\n${kind.about}\n\n${lines.join('\n')}\n\n${todo}`;
}

const percent = (share: number): number => Math.round(share * 100);

function costs({ costs: known }: Watchdog): string {
  if (!known) return '- Costs: not known';
  const told = (['alert', 'warning'] as const).flatMap((level) => {
    const share = known[level];
    return share ? [`${level} ${percent(share.low)} to ${percent(share.high)} %`] : [];
  });
  return `- Costs, as a share of the usual sales: ${told.join(', ')}${known.startsWhenEmpty ? ', once the shelf is empty' : ''}`;
}

function causes({ causedBy }: Watchdog): string[] {
  if (!causedBy) return [];
  const kinds = causedBy.kinds.map((kind) => `\`${kind}\``).join(', ');
  return [
    `- Joins the incident of its cause within ${period(causedBy.withinHours * 60)}: ${kinds}, or a cause of these`,
  ];
}

function describeAspect(aspect: Aspect, sources: readonly DocumentedSource[]): string {
  const source = sourceOf(aspect, sources);
  const announced = source && source.announcedBy.length > 0 ? `, announced by ${source.announcedBy.join(', ')}` : '';
  return `\`${aspect}\` from \`${source?.name ?? 'nowhere'}\`${announced}`;
}

function settings(kind: Watchdog): string[] {
  const defaults: Record<string, unknown> = kind.settings.parse({});
  return Object.entries(defaults).map(([name, value]) => {
    const field = kind.panel[name];
    return `- Setting \`${name}\`, ${JSON.stringify(value)} unless set: ${field?.label ?? name}${field?.help ? `. ${field.help}` : ''}`;
  });
}

function ownSettings(kind: Watchdog): string[] {
  const defaults: Record<string, unknown> = kind.ownSettings.parse({});
  const where = kind.spreadsheet ? `the spreadsheet \`${kind.spreadsheet.prefix}\`` : 'each item';
  return Object.entries(defaults).map(([name, value]) => {
    const column = kind.spreadsheet?.columns[name];
    return `- In ${where} \`${name}\`, ${JSON.stringify(value)} unless set${column ? `: ${column.header}. ${column.help}` : ''}`;
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

const colours = (list: readonly string[]): string => list.map((colour) => colour.toLowerCase()).join(', ');

function period(minutes: number): string {
  if (minutes % 1440 === 0) {
    return `${minutes / 1440} d`;
  }
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
