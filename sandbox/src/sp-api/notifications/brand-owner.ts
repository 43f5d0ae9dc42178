import type { Seller } from '../../world/model/seller.ts';

/** Fennimoor has no registered brand, so that clients meet a seller to whom brand notifications are refused. */
const withoutBrand = new Set(['A1FM00R7V6LQ2E']);

export const ownsBrand = ({ sellingPartnerId }: Seller): boolean => !withoutBrand.has(sellingPartnerId);
