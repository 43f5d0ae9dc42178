import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { ProductSettingsForm } from './ProductSettingsForm.tsx';
import { useProductSettings } from './use-product-settings.ts';
import './product-settings.css';

/** The page /productsettings of section 2. */
export function ProductSettingsPage() {
  const { settings, failed } = useProductSettings();
  return (
    <main className="tracking">
      <PageTitle>Product Tracking Settings</PageTitle>
      {settings && <ProductSettingsForm settings={settings} failed={failed} />}
      {!settings && failed && (
        <>
          <h1>Product Tracking Settings</h1>
          <section className="panel">
            <ErrorState title="The products did not load" {...failed} />
          </section>
        </>
      )}
      {!settings && !failed && (
        <>
          <h1>Product Tracking Settings</h1>
          <SkeletonArea label="Loading your products">
            <span className="tracking__waiting">
              <Skeleton height="36px" />
              <Skeleton height="560px" />
            </span>
          </SkeletonArea>
        </>
      )}
    </main>
  );
}
