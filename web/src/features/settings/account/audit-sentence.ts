import type { auditTrail } from '@app/shared/contract/audit.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';

export type AuditEvent = Reply<typeof auditTrail>['events'][number];

/** What somebody did; `{}` is to what. What is mostly done to oneself has words of its own for that. */
const sentences: Readonly<Record<string, string | readonly [toOthers: string, toOneself: string]>> = {
  'user added': 'added {} as a user',
  'recipient made a user': 'let {} log in',
  'user invited again': 'invited {} again',
  'user deleted': 'deactivated the user {}',
  'invitation accepted': ['accepted the invitation of {}', 'accepted the invitation'],
  'address added': 'added the address {}',
  'address deleted': 'removed the address {}',
  'address changed': ['changed the address {}', 'changed their own address'],
  'name changed': ['changed the name of {}', 'changed their own name'],
  'access changed': 'changed what {} may see',
  'alerts changed': ['changed the alerts of {}', 'changed their own alerts'],
  'preferences changed': ['changed the preferences of {}', 'changed their own preferences'],
  'alert delivery changed': 'changed how alerts are delivered',
  'seller account renamed': 'renamed {}',
  'password changed': ['changed the password of {}', 'changed their own password'],
  'password reset': ['chose a new password for {}', 'chose a new password by a link'],
  'session ended': ['logged {} out of a browser', 'logged out of another browser'],
  'other sessions ended': ['logged {} out everywhere else', 'logged out everywhere else'],
};

/** Who it was, for the two that are no people. */
const actors: Readonly<Record<string, string>> = { operator: 'The operator of Watchpost', watchpost: 'Watchpost' };

/** "owner@acme.example changed what ann@acme.example may see" */
export function auditSentence({ actor, action, subject }: Pick<AuditEvent, 'actor' | 'action' | 'subject'>): string {
  const who = actors[actor] ?? actor;
  const sentence = sentences[action];
  // Of a newer server, or of a part that has no sentence yet: its own words say it too.
  if (sentence === undefined) return `${who}: ${action}${subject === '' ? '' : `, ${subject}`}`;
  const isOwn = subject === actor && typeof sentence !== 'string';
  const words = typeof sentence === 'string' ? sentence : sentence[isOwn ? 1 : 0];
  return `${who} ${words.replace('{}', () => subject)}`;
}

export interface AuditChange {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What was changed from what to what; other details stand as what they are. */
export const auditChanges = (details: AuditEvent['details']): readonly AuditChange[] =>
  Object.entries(details).map(([what, value]) => {
    if (!isObject(value) || !('from' in value || 'to' in value)) return { what, from: null, to: wordsOf(value) };
    return {
      what,
      from: 'from' in value ? wordsOf(value['from']) : null,
      to: 'to' in value ? wordsOf(value['to']) : null,
    };
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Section 5: labels of the colours. */
const labels: Readonly<Record<string, string>> = { RED: 'Alert', AMBER: 'Warning', GREEN: 'Improvement' };

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordsOf).join(', ');
  if (typeof value === 'string') return labels[value] ?? value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
