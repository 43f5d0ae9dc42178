import { useHashDialog, useHashId } from '../../ui/hooks/use-hash-dialog.ts';

/** Opens and closes the detail of a product. */
export const useOpenProduct = () => useHashDialog('pdet-');

/** The id of the product whose detail is open. */
export const useOpenProductId = (): string | null => useHashId('pdet-');
