import { invalidInput } from './error.ts';

/** Creates a page token that contains its creation time, so that it can expire. */
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

/** Creates a page token that is valid only for the same query. */
export const pageToken = (question: string, offset: number): string =>
  Buffer.from(JSON.stringify([question, offset])).toString('base64url');

/** Returns the offset in a page token; throws 400 if the token belongs to another query or is malformed. */
export function offsetOf(question: string, token: string | undefined): number {
  if (token === undefined) return 0;
  const match = /^\["(.*)",(\d{1,9})\]$/s.exec(Buffer.from(token, 'base64url').toString());
  if (!match || JSON.stringify([question, Number(match[2])]) !== match[0]) {
    throw invalidInput('The page token does not belong to this request');
  }
  return Number(match[2]);
}
