import { TablePage } from '../../features/table/TablePage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function TableScreen() {
  return (
    <Shell>
      <TablePage />
    </Shell>
  );
}
