import { findMarketplace } from '@app/shared/base/marketplaces.ts';

export interface Encoded {
  readonly contentType: string;
  readonly body: Buffer;
}

/** What Windows-1252 has where ISO-8859-1 has control characters, as far as our texts use it. */
const cp1252: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '™': 0x99,
};

/** Amazon names the charset by Java's name in America and Europe; India is younger. */
export function encodeReport(text: string, [code = '']: readonly string[]): Encoded {
  const isYoung = findMarketplace(code)?.region === 'IN';
  if (isYoung) return { contentType: 'text/plain;charset=UTF-8', body: Buffer.from(text) };
  return { contentType: 'text/plain; charset=Cp1252', body: Buffer.from(Array.from(text, byteOf)) };
}

const byteOf = (character: string): number => cp1252[character] ?? latin1(character.codePointAt(0) ?? 0);
const latin1 = (code: number): number => (code < 256 ? code : 0x3f);
