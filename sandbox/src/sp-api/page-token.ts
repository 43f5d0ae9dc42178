import { invalidInput } from './error.ts';

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
