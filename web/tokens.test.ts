import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('src/tokens.css', import.meta.url), 'utf8');

type Palette = ReadonlyMap<string, string>;

const [lightPart = '', darkPart = ''] = css.split(":root[data-theme='dark']");
const colours = (part: string): [string, string][] =>
  [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6})\b/g)].map(([, name = '', value = '']) => [name, value]);
const light: Palette = new Map(colours(lightPart));
const dark: Palette = new Map([...light, ...colours(darkPart)]);

/** WCAG 2: relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(palette: Palette, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminance(palette.get(name) ?? 'missing'))
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const levels = ['alert', 'warning', 'ok', 'improved', 'muted', 'stale'];
const grounds = ['bg', 'surface', 'floating', 'sunken', 'hover'];
const texts = ['text', 'text-2', 'text-3', 'accent', ...levels.map((level) => `${level}-t`)];

const textPairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...levels.flatMap((level) => [`${level}-t`, 'text', 'text-2'].map((text) => [text, `${level}-b`] as const)),
  ['on-ink', 'ink'],
  ['on-ink', 'ink-hover'],
  ['on-alert', 'alert-s'],
  ['accent', 'accent-bg'],
  ['text-2', 'accent-bg'],
  ['text-2', 'active'],
] as const;
const signPairs = [
  ...levels.flatMap((level) => ['bg', 'surface', 'floating'].map((ground) => [`${level}-s`, ground] as const)),
  ['ctl', 'surface'],
  ['accent', 'surface'],
  ['c-stock', 'surface'],
  ['beacon-alert', 'ink'],
  ['beacon-warning', 'ink'],
] as const;

const schemes = [
  ['light', light],
  ['dark', dark],
] as const;

test.each(schemes)('in the %s scheme text has a contrast of 4.5 to 1 on every background', (_, palette) => {
  const weak = textPairs.filter(([text, ground]) => !(contrast(palette, text, ground) >= 4.5));

  expect(weak).toEqual([]);
});

test.each(schemes)('in the %s scheme signs and the borders of controls have a contrast of 3 to 1', (_, palette) => {
  const weak = signPairs.filter(([sign, ground]) => !(contrast(palette, sign, ground) >= 3));

  expect(weak).toEqual([]);
});

test('every token that a style uses is set, by a style sheet or by a component', () => {
  const folder = new URL('src/', import.meta.url).pathname;
  const read = (pattern: string): string =>
    globSync(pattern, { cwd: folder })
      .map((path) => readFileSync(`${folder}${path}`, 'utf8'))
      .join('\n');
  const styles = read('**/*.css');
  const set = new Set([
    ...(styles.match(/--[\w-]+(?=\s*:)/g) ?? []),
    ...(read('**/*.{ts,tsx}').match(/(?<=')--[\w-]+/g) ?? []),
  ]);
  const used = new Set(styles.match(/(?<=var\()--[\w-]+/g));

  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((token) => !set.has(token))).toEqual([]);
});
