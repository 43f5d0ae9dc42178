import { healthRules, type HealthKey, type HealthRule } from './health-rules.ts';

/** The part of the operator's state that the health strip needs. */
export interface OperatingState {
  readonly figures: readonly {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
  readonly processes: readonly {
    readonly role: string;
    readonly version: string;
    readonly waitSeconds: number;
    readonly failingLoops: Readonly<Record<string, number>>;
    readonly answers: Readonly<Record<string, number>>;
  }[];
}

type HealthLevel = 'ok' | 'warning' | 'alert';

export interface HealthLine extends Pick<HealthRule, 'title' | 'unit'> {
  readonly key: HealthKey;
  readonly value: number;
  readonly level: HealthLevel;
}

/** The lines of the health strip, in the order of their rules. */
export function healthOf(state: OperatingState): readonly HealthLine[] {
  const values = valuesOf(state);
  return Object.entries(healthRules).map(([name, rule]) => {
    const key = name as HealthKey;
    return { key, title: rule.title, unit: rule.unit, value: values[key], level: levelOf(rule, values[key]) };
  });
}

function levelOf({ amber, red, isLowBad = false }: HealthRule, value: number): HealthLevel {
  if (isLowBad) return value < red ? 'alert' : value < amber ? 'warning' : 'ok';
  return value >= red ? 'alert' : value >= amber ? 'warning' : 'ok';
}

function valuesOf({ figures, processes }: OperatingState): Readonly<Record<HealthKey, number>> {
  const named = (name: string): readonly number[] =>
    figures.filter((figure) => figure.name === `watchpost_${name}`).map(({ value }) => value);
  const answers = (kind?: string): number =>
    sum(processes.flatMap(({ answers: counts }) => (kind === undefined ? Object.values(counts) : [counts[kind] ?? 0])));
  const shareOf = (kind: string): number => (answers() === 0 ? 0 : answers(kind) / answers());
  return {
    workers: processes.filter(({ role }) => role === 'worker').length,
    versions: new Set(processes.map(({ version }) => version)).size,
    alarms: named('alarms').length,
    lateness: most(named('sweep_lateness_seconds')),
    failingSweeps: sum(named('sweeps_failing')),
    oldestMessage: most(named('message_oldest_seconds')),
    failedMessages: sum(named('messages_failed')),
    setAside: sum([...named('messages_set_aside'), ...named('tenants_set_aside'), ...named('notifications_set_aside')]),
    resting: sum(named('accounts_resting')),
    refused: shareOf('403'),
    throttled: shareOf('429'),
    queueAge: most(named('queue_oldest_seconds')),
    wait: most(processes.map(({ waitSeconds }) => waitSeconds)),
    failingLoops: sum(processes.map(({ failingLoops }) => Object.keys(failingLoops).length)),
    monthsAhead: named('partition_months_ahead').length === 0 ? 0 : Math.min(...named('partition_months_ahead')),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const most = (values: readonly number[]): number => Math.max(0, ...values);
