import { HomePage } from '../features/dashboard/HomePage.tsx';
import { Shell } from './Shell.tsx';

export function HomeScreen() {
  return (
    <Shell hasKeys>
      <HomePage />
    </Shell>
  );
}
