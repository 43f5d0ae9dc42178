import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { endpoints, exampleOf, fieldsOf, isStream, needsDevice, type Example } from '../http/endpoints.ts';
import type { PopulatedTenant } from '../database/populate.ts';

/** Returns 0 ≤ n < 1, reproducible by seed. */
export type Chance = () => number;

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(list: readonly [T, ...T[]], chance: Chance): T =>
  list[Math.floor(chance() * list.length)] ?? list[0];

export interface GeneratedCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly input: Example;
  /** The owner of the ids in the input. */
  readonly of: PopulatedTenant;
}

/** Calls that end the session, which later calls need. */
const endings = ['signOut', 'requestDeletion'];
/** Calls that start a session and end the previous session of the browser. */
export const beginsSession = (name: string): boolean =>
  ['signUp', 'logIn', 'logInWithCode', 'logInWithPasskey'].includes(name);
/** Calls that hash a password, which takes a quarter of a second of CPU. */
export const slowNames = ['logIn', 'signUp', 'changePassword', 'provePassword', 'resetPassword'];

export const callable = endpoints.filter(
  (one) => !isStream(one) && !needsDevice(one) && !endings.includes(one.name) && !one.endpoint.upload,
);

type Part = 'params' | 'query' | 'body';
const parts: readonly Part[] = ['params', 'query', 'body'];

interface Leaf {
  readonly part: Part;
  readonly field: string;
}

/** Recognises id fields by name; free texts are not ids. */
const isIdField = (name: string, field: string): boolean =>
  /(id|ids|asin|addresses|names)$/i.test(field) || (field === 'endpoint' && name === 'unsubscribePush');

/** The fields of a call that contain ids, which are those that differ between two tenants. */
export function idLeaves(name: string, one: PopulatedTenant, other: PopulatedTenant): readonly Leaf[] {
  const [ours, theirs] = [exampleOf(name, one), exampleOf(name, other)];
  return parts.flatMap((part) =>
    Object.keys(fieldsOf(ours[part]))
      .filter((field) => isIdField(name, field) && isOther(fieldsOf(ours[part])[field], fieldsOf(theirs[part])[field]))
      .map((field) => ({ part, field })),
  );
}

const isOther = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

interface Ids {
  readonly own: PopulatedTenant;
  readonly foreign: PopulatedTenant;
}

/** The caller's own call with some ids replaced by foreign ones. Lists may contain both. */
export function withForeignIds(name: string, { own, foreign }: Ids, chance: Chance): Example {
  const leaves = idLeaves(name, own, foreign);
  const sure = Math.floor(chance() * leaves.length);
  const replaced = leaves.filter((_, index) => index === sure || chance() < 0.5);
  const [ours, theirs] = [exampleOf(name, own), exampleOf(name, foreign)];
  const input: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  for (const part of parts) input[part] = { ...fieldsOf(ours[part]) };
  for (const { part, field } of replaced) {
    input[part][field] = mixIds(input[part][field], fieldsOf(theirs[part])[field], chance() < 0.5);
  }
  return Object.fromEntries(parts.filter((part) => ours[part] !== undefined).map((part) => [part, input[part]]));
}

function mixIds(own: unknown, foreign: unknown, isMixed: boolean): unknown {
  if (!isMixed) return foreign;
  if (Array.isArray(own) && Array.isArray(foreign)) return [...own, ...foreign];
  const areRecords = typeof own === 'object' && own !== null && typeof foreign === 'object' && foreign !== null;
  return areRecords ? { ...own, ...foreign } : foreign;
}
