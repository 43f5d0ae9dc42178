import { crc32, deflateSync } from 'node:zlib';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, row by row from the top. */
  readonly rgb: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const eightBitColour = [8, 2, 0, 0, 0];
/** PNG filter type 2 stores each row as its difference from the row above, which compresses flat areas well. */
const filterUp = 2;

export function encodePng({ width, height, rgb }: Bitmap): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(eightBitColour, 8);
  const data = deflateSync(filterRows(rgb, width * 3, height));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function filterRows(rgb: Uint8Array, stride: number, height: number): Buffer {
  const out = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    out[to] = filterUp;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      out[to + 1 + column] = (rgb[at] ?? 0) - (row === 0 ? 0 : (rgb[at - stride] ?? 0));
    }
  }
  return out;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
