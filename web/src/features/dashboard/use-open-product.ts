import { useHashDialog, useHashId } from '../../ui/hooks/use-hash-dialog.ts';

/** The detail of a product. */
export const useOpenProduct = () => useHashDialog('pdet-');

/** The product whose detail is open. */
export const useOpenProductId = (): string | null => useHashId('pdet-');
