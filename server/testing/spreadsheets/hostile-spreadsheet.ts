import type { ErrorCode } from '@app/shared/base/errors.ts';

/** A file, and the expected refusal or number of rows. */
export type HostileSpreadsheet = readonly [what: string, bytes: Buffer, answer: ErrorCode | number];

export const cell = (at: string, value: string | number): string => `<c r="${at}"><v>${value}</v></c>`;

export const row = (number: number | string, cells: string): string => `<row r="${number}">${cells}</row>`;

export const oneRow = row(1, cell('A1', 7));

export const inlineText = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;

export const rows = (count: number, cells: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at + 1, cells(at + 1))).join('');
