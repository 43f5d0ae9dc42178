import { invalidInput } from './error.ts';

/** A token that is worth nothing after some time. */
export const expiringToken = (question: string, offset: number, now: Date): string =>
  `${pageToken(question, offset)}.${now.getTime().toString(36)}`;

interface Lifetime {
  readonly now: Date;
  readonly lifetimeMs: number;
}

export function expiringOffsetOf(question: string, token: string | undefined, { now, lifetimeMs }: Lifetime): number {
  if (token === undefined) return 0;
  const [continues, made = ''] = token.split('.');
  const offset = offsetOf(question, continues);
  const age = now.getTime() - Number.parseInt(made, 36);
  if (!(age <= lifetimeMs)) throw invalidInput('The page token has expired');
  return offset;
}

/** Makes a token that continues only the same question. */
export const pageToken = (question: string, offset: number): string =>
  Buffer.from(JSON.stringify([question, offset])).toString('base64url');

/** Where to go on; throws 400 for a token of another question or of nobody's. */
export function offsetOf(question: string, token: string | undefined): number {
  if (token === undefined) return 0;
  const match = /^\["(.*)",(\d{1,9})\]$/s.exec(Buffer.from(token, 'base64url').toString());
  if (!match || JSON.stringify([question, Number(match[2])]) !== match[0]) {
    throw invalidInput('The page token does not belong to this request');
  }
  return Number(match[2]);
}
