import { colours, labelOfColour } from '@app/shared/base/severity.ts';
import type { AuditEvent } from './audit-sentence.ts';

interface AuditChange {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The old and new values of an event as text; other details are written as they are. */
export const auditChanges = (details: AuditEvent['details']): readonly AuditChange[] =>
  Object.entries(details).map(([what, value]) => {
    if (!isObject(value) || !('from' in value || 'to' in value)) return { what, from: null, to: wordsOf(value) };
    const { from, to } = value;
    // A value with many settings shows only the settings that differ.
    const [before, after] = isObject(from) && isObject(to) ? [without(from, to), without(to, from)] : [from, to];
    return {
      what,
      from: 'from' in value ? wordsOf(before) : null,
      to: 'to' in value ? wordsOf(after) : null,
    };
  });

const without = (one: Settings, other: Settings): Settings =>
  Object.fromEntries(
    Object.entries(one).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name])),
  );

type Settings = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const labels: ReadonlyMap<string, string> = new Map(colours.map((colour) => [colour, labelOfColour(colour)]));

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordsOf).join(', ');
  if (typeof value === 'string') return labels.get(value) ?? value;
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  const parts = Object.entries(value).map(([name, one]) => `${readable(name)} ${wordsOf(one)}`);
  return parts.length === 0 ? 'as usual' : parts.join(', ');
}

/** Turns names such as `LOST_BUYBOX` and `alertForParentChanges` into words. */
const readable = (name: string): string =>
  (/^[A-Z_]+$/.test(name) ? name.replaceAll('_', ' ') : name.replace(/[A-Z]/g, ' $&')).toLowerCase();
