import { createContext, useContext, useDeferredValue, type ComponentType, type ReactNode } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { useHashDialog, useHashId } from '../../../ui/hooks/use-hash-dialog.ts';
import { SalesChartDialog } from './SalesChartDialog.tsx';

const OpenContext = createContext<(productId: string) => void>(() => undefined);

/** Opens the sales chart of a product. The function keeps its identity between renders. */
export const useOpenSalesChart = (): ((productId: string) => void) => useContext(OpenContext);

interface Props {
  readonly products: readonly Product[];
  /** Shown in place of the chart if the address names a product that is not among `products`. */
  readonly Unknown: ComponentType<{ readonly onClose: () => void }>;
  readonly children: ReactNode;
}

/** The page, and above it the sales chart of the product that the address names, if any. */
export function SalesChart({ products, Unknown, children }: Props) {
  const { show, close } = useHashDialog('saleschart-');
  return (
    <OpenContext value={show}>
      {children}
      <OpenChart products={products} Unknown={Unknown} onClose={close} />
    </OpenContext>
  );
}

function OpenChart({ products, Unknown, onClose }: Omit<Props, 'children'> & { readonly onClose: () => void }) {
  const productId = useDeferredValue(useHashId('saleschart-'));
  if (productId === null) return null;
  const product = products.find((one) => one.productId === productId);
  if (!product) return <Unknown onClose={onClose} />;
  return <SalesChartDialog key={product.productId} product={product} onClose={onClose} />;
}
