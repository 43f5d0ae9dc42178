import type { ReactNode } from 'react';
import { OperatorPage } from '../../features/operator/OperatorPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { UnknownScreen } from './UnknownScreen.tsx';

const frame = (page: ReactNode) => <Shell>{page}</Shell>;

/** Users who are not operators see the page for unknown addresses. */
export const OperatorScreen = () => <OperatorPage frame={frame} unknown={<UnknownScreen />} />;
