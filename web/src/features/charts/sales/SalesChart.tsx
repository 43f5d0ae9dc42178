import { createContext, useContext, useDeferredValue, type ReactNode } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { useHashDialog, useHashId } from '../../../ui/hooks/use-hash-dialog.ts';
import { SalesChartDialog } from './SalesChartDialog.tsx';

const OpenContext = createContext<(productId: string) => void>(() => undefined);

/** Opens the sales chart of a product. The function keeps its identity between renders. */
export const useOpenSalesChart = (): ((productId: string) => void) => useContext(OpenContext);

interface Props {
  readonly products: readonly Product[];
  readonly children: ReactNode;
}

/** The page, and above it the sales chart of the product that the address names, if any. */
export function SalesChart({ products, children }: Props) {
  const { show, close } = useHashDialog('saleschart-');
  return (
    <OpenContext value={show}>
      {children}
      <OpenChart products={products} onClose={close} />
    </OpenContext>
  );
}

function OpenChart({ products, onClose }: Pick<Props, 'products'> & { readonly onClose: () => void }) {
  const productId = useDeferredValue(useHashId('saleschart-'));
  const product = productId === null ? undefined : products.find((one) => one.productId === productId);
  if (!product) return null;
  return <SalesChartDialog key={product.productId} product={product} onClose={onClose} />;
}
