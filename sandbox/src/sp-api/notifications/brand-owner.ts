import type { Seller } from '../../world/model/seller.ts';

/** Fennimoor sells without a registered brand, so that clients meet a seller who is refused what needs one. */
const withoutBrand = new Set(['A1FM00R7V6LQ2E']);

export const ownsBrand = ({ sellingPartnerId }: Seller): boolean => !withoutBrand.has(sellingPartnerId);
