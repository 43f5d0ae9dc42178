import { createHash } from 'node:crypto';
import { html, type Html } from './html.ts';
import { font } from './layout.ts';
import type { Mail } from './mailer.ts';
import { tones } from './parts.ts';

export interface Picture {
  readonly contentType: `image/${string}`;
  readonly content: Buffer;
}

/** By the address that the product gives. What could not be had is not among them. */
export type LoadedPictures = ReadonlyMap<string, Picture>;

/** How a picture is called within its mail; the same in each mail that shows it. */
const cidOf = (address: string): string =>
  `${createHash('sha256').update(address).digest('hex').slice(0, 24)}@pictures.watchpost`;

interface Pictured {
  readonly imageUrl: string | null;
  readonly name: string;
  /** Of the square, in px. */
  readonly size: 48 | 56;
}

/**
 * A cell with the picture of a product. It comes with the mail: one that is fetched when the mail is read tells somebody
 * that it was, and most inboxes block it. Without a picture the cell shows the initial of the name.
 */
export function pictureCell({ imageUrl, name, size }: Pictured, pictures: LoadedPictures): Html {
  const picture = imageUrl !== null && pictures.has(imageUrl) ? imageUrl : null;
  return html`<td class="pc" width="${size + 16}" valign="top">
    ${picture === null ? initial(name, size) : image(cidOf(picture), size)}
  </td>`;
}

const image = (cid: string, size: number): Html =>
  html`<img
    src="cid:${cid}"
    width="${size}"
    height="${size}"
    alt=""
    class="pic"
    style="display:block;width:${size}px;height:${size}px;object-fit:contain;background:#ffffff;border:1px solid #e6e5e1;border-radius:6px"
  />`;

const initial = (name: string, size: number): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td
        class="stale"
        width="${size}"
        height="${size}"
        align="center"
        valign="middle"
        aria-hidden="true"
        style="${font};width:${size}px;height:${size}px;${tones.stale};border-width:1px;border-style:solid;border-radius:6px;font-size:20px;line-height:24px;font-weight:600"
      >
        ${initialOf(name)}
      </td>
    </tr>
  </table>`;

const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '·';

/** Those that this HTML shows, each once. */
export const attachmentsOf = (shown: string, pictures: LoadedPictures): NonNullable<Mail['attachments']> =>
  [...pictures]
    .map(([address, { contentType, content }]) => ({ cid: cidOf(address), contentType, content }))
    .filter(({ cid }) => shown.includes(`"cid:${cid}"`));
