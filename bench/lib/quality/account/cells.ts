import { marketplaces } from '@app/shared/base/marketplaces.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

/** Thrown if a cell cannot be read; the message has the reason and the advice what to write. */
export class CellError extends Error {}

/** Reads the text of a cell, or throws a `CellError`. */
export type ReadCell<T> = (text: string) => T;

const refuse = (text: string, advice: string): never => {
  throw new CellError(`"${text}" cannot be read: ${advice}`);
};

export const unlessEmpty =
  <T>(read: ReadCell<T>): ReadCell<T | null> =>
  (text) =>
    text === '' ? null : read(text);

export const name: ReadCell<string> = (text) => (text === '' ? refuse(text, 'write a name or an id') : text);

export const day: ReadCell<string> = (text) => (isDay(text) ? text : refuse(text, 'write a day such as 2026-03-01'));

/** Reads an instant, or a day as its noon. */
export const instant: ReadCell<Date> = (text) => {
  if (isDay(text)) return new Date(`${text}T12:00:00.000Z`);
  const at = Date.parse(text);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?Z$/.test(text) && !Number.isNaN(at);
  return isInstant ? new Date(at) : refuse(text, 'write an instant such as 2026-03-01T14:30Z, or a day');
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);

export const wholeNumber: ReadCell<number> = (text) =>
  /^\d{1,9}$/.test(text) ? Number(text) : refuse(text, 'write a whole number, 0 or more, without separators');

export const decimal: ReadCell<number> = (text) =>
  /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : refuse(text, 'write a number such as 12.5');

/** Reads an amount with a decimal point as a number of hundredths. */
export const cents: ReadCell<number> = (text) =>
  /^\d{1,9}(\.\d{1,2})?$/.test(text)
    ? Math.round(Number(text) * 100)
    : refuse(text, 'write an amount such as 34.90, without a currency');

export const starTenths: ReadCell<number> = (text) =>
  /^([1-4](\.\d)?|5(\.0)?)$/.test(text)
    ? Math.round(Number(text) * 10)
    : refuse(text, 'write stars from 1 to 5 with at most one decimal, such as 4.6');

export const yesOrNo: ReadCell<boolean> = (text) =>
  text === 'yes' || text === 'no' ? text === 'yes' : refuse(text, 'write yes or no');

/** Reads ids that are separated by spaces; `none` means an empty list. */
export const ids: ReadCell<readonly string[]> = (text) => (text === 'none' ? [] : text.trim().split(/ +/));

export const marketplace: ReadCell<string> = (text) =>
  marketplaces.some(({ code }) => code === text)
    ? text
    : refuse(text, `write one of ${marketplaces.map(({ code }) => code).join(', ')}`);

export const kind: ReadCell<string> = (text) =>
  watchdogs.some(({ type }) => type === text)
    ? text
    : refuse(text, `write one of ${watchdogs.map(({ type }) => type).join(', ')}`);
