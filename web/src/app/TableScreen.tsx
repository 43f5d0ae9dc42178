import { TablePage } from '../features/dashboard/table/TablePage.tsx';
import { Shell } from './Shell.tsx';

export function TableScreen() {
  return (
    <Shell>
      <TablePage />
    </Shell>
  );
}
