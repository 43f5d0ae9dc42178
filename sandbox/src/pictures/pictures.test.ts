import fastify from 'fastify';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';
import { draw } from './draw.ts';
import { toPolygons } from './path.ts';
import { encodePng } from './png.ts';
import { pictures } from './route.ts';
import { silhouettes } from './shapes/shapes.ts';

const tint = { lightness: 0.68, chroma: 0.1, hue: 200 };

test('a PNG contains the pixels of its bitmap', () => {
  const rgb = Uint8Array.from([255, 0, 0, 0, 255, 0, 9, 8, 7, 1, 2, 3]);
  const png = encodePng({ width: 2, height: 2, rgb });

  const start = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  expect([...png.subarray(16, 24)]).toEqual([0, 0, 0, 2, 0, 0, 0, 2]);
  expect([...rows.subarray(0, 7)]).toEqual([2, 255, 0, 0, 0, 255, 0]);
  expect([...rows.subarray(8)].map((difference, at) => (difference + (rgb[at] ?? 0)) % 256)).toEqual([
    9, 8, 7, 1, 2, 3,
  ]);
});

test('the coverage of a pixel is its area inside the outline, without holes', () => {
  const covered = new Map<string, number>();
  const outline = 'M0.5 0.25H3V3H0.5ZM1 1V2H2V1Z';

  new Coverage(4, 4).fill(toPolygons(outline), (x, y, share) => covered.set(`${x},${y}`, share));

  expect(covered.get('0,0')).toBeCloseTo(0.375);
  expect(covered.get('2,0')).toBeCloseTo(0.75);
  expect(covered.get('0,1')).toBeCloseTo(0.5);
  expect(covered.has('1,1')).toBe(false);
  expect(covered.has('3,1')).toBe(false);
});

test('the coverage of all pixels adds up to the area of a polygon with slanted edges', () => {
  let area = 0;

  new Coverage(10, 10).fill(toPolygons('M1 1L9 3L4 9Z'), (_x, _y, share) => (area += share));

  expect(area).toBeCloseTo(29, 3);
});

test('a path with a wrong number of coordinates is refused', () => {
  expect(() => toPolygons('M1 2Q3 4Z')).toThrow('Q3 4 has 2 numbers');
});

const drawings = Object.entries(silhouettes).map(
  ([name, shape]) => [name, Buffer.from(draw(shape, tint, 48).rgb)] as const,
);

test.each(drawings)('the drawing of a %s covers between 8% and 75% of its picture', (_name, bytes) => {
  const inked = bytes.filter((value) => value < 250).length / bytes.length;

  expect(inked).toBeGreaterThan(0.08);
  expect(inked).toBeLessThan(0.75);
});

test('no two silhouettes give the same picture', () => {
  const different = new Set(drawings.map(([, bytes]) => bytes.toString('latin1')));

  expect(different.size).toBe(drawings.length);
});

const pictureOf = (asin: string) => (asin === 'B0CM9SHF6K' ? { shape: 'kettle' as const, hue: 40 } : undefined);

async function server() {
  const app = fastify();
  await app.register(pictures({ pictureOf }));
  return (url: string) => app.inject({ method: 'GET', url });
}

test('a product’s picture is always the same and has the requested width', async () => {
  const [get, getAgain] = [await server(), await server()];

  const small = (await get('/sandbox/pictures/B0CM9SHF6K.png?w=75')).rawPayload;
  const large = (await get('/sandbox/pictures/B0CM9SHF6K.png')).rawPayload;

  expect(small.readUInt32BE(16)).toBe(75);
  expect(large.readUInt32BE(16)).toBe(500);
  expect(small.equals((await getAgain('/sandbox/pictures/B0CM9SHF6K.png?w=75')).rawPayload)).toBe(true);
});

test.each(['B000000000.png', 'B0CM9SHF6K.gif', '..%2Fsecret.png'])('%s is not found', async (file) => {
  const get = await server();

  expect((await get(`/sandbox/pictures/${file}`)).statusCode).toBe(404);
});
