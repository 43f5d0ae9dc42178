import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';

/** The text of one field of the default thresholds. */
interface DefaultText {
  readonly typed: string;
  /** The value that was sent last, so that leaving the field after Enter does not send it again. */
  readonly sent: string;
  readonly stored: string;
  /** The value that the person saw when they began to type. */
  readonly seen: string;
}

export const defaultText = (stored: string): DefaultText => ({ typed: stored, sent: stored, stored, seen: stored });

/** The field with a text that is typed in it. While an own change is under way, the person sees what they have sent. */
export function typeInto(
  text: DefaultText,
  typed: string,
  { isRefused }: { readonly isRefused: boolean },
): DefaultText {
  const isBeginning = text.typed.trim() === text.sent;
  const shown = isRefused ? text.stored : text.sent;
  return { ...text, typed, seen: isBeginning ? shown : text.seen };
}

/** The field once another value is stored. A text that was typed since the last one was sent stays, to be sent too. */
export const followStored = (text: DefaultText, stored: string): DefaultText =>
  text.typed.trim() === text.sent ? defaultText(stored) : { ...text, sent: stored, stored };

/**
 * Reads a typed value. An empty field means no default. The server refuses text that is not a number and says what is
 * allowed.
 */
export function readTyped(typed: string): unknown {
  if (typed.trim() === '') return null;
  const number = Number(typed);
  return Number.isNaN(number) ? typed.trim().toLowerCase() : number;
}

/** The text of a stored default, as the field shows it. */
export const storedText = (value: unknown): string =>
  typeof value === 'number' || value === NO_THRESHOLD ? String(value) : '';

export const overtakenText = (label: string, stored: string): string =>
  `Somebody else has ${stored === '' ? `emptied “${label}”` : `set “${label}” to ${stored}`} meanwhile, so that yours was not saved. Enter it again to replace that.`;
