import { createHash } from 'node:crypto';
import { html, type Html } from './html.ts';
import { font } from './layout.ts';
import type { Mail } from './mailer.ts';
import { tones } from './parts.ts';

export interface Picture {
  readonly contentType: `image/${string}`;
  readonly content: Buffer;
}

/** Pictures by image URL. A picture that could not be loaded is missing. */
export type LoadedPictures = ReadonlyMap<string, Picture>;

/** The content id of a picture, which is the same in every mail that shows it. */
const cidOf = (address: string): string =>
  `${createHash('sha256').update(address).digest('hex').slice(0, 24)}@pictures.watchpost`;

interface ProductPicture {
  readonly imageUrl: string | null;
  readonly name: string;
  /** Width and height of the square in px. */
  readonly size: 48 | 56;
}

/**
 * A table cell with the picture of a product. The picture is attached to the mail: a picture that is fetched when the
 * mail is read reveals the reading, and most inboxes block it. Without a picture the cell shows the initial of the
 * product name.
 */
export function pictureCell({ imageUrl, name, size }: ProductPicture, pictures: LoadedPictures): Html {
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

/** The pictures that this HTML refers to, each once. */
export const attachmentsOf = (shown: string, pictures: LoadedPictures): NonNullable<Mail['attachments']> =>
  [...pictures]
    .map(([address, { contentType, content }]) => ({ cid: cidOf(address), contentType, content }))
    .filter(({ cid }) => shown.includes(`"cid:${cid}"`));
